import { cleanText } from '../cleanText.ts'
import { codeOfRpc, type ErrorCode, KitError } from '../error.ts'

/** How the two sides of a session refuse each other: the code and its words, as the protocol has them. */
export const wcErrors = {
  invalid_method: { code: 1001, message: 'Invalid method.' },
  invalid_event: { code: 1002, message: 'Invalid event.' },
  invalid_update: { code: 1003, message: 'Invalid update request.' },
  invalid_extend: { code: 1004, message: 'Invalid extend request.' },
  invalid_settle: { code: 1005, message: 'Invalid session settle request.' },
  unauthorized_method: { code: 3001, message: 'Unauthorized method.' },
  unauthorized_event: { code: 3002, message: 'Unauthorized event.' },
  unauthorized_update: { code: 3003, message: 'Unauthorized update request.' },
  unauthorized_extend: { code: 3004, message: 'Unauthorized extend request.' },
  user_rejected: { code: 5000, message: 'User rejected.' },
  user_rejected_chains: { code: 5001, message: 'User rejected chains.' },
  user_rejected_methods: { code: 5002, message: 'User rejected methods.' },
  user_rejected_events: { code: 5003, message: 'User rejected events.' },
  unsupported_chains: { code: 5100, message: 'Unsupported chains.' },
  unsupported_methods: { code: 5101, message: 'Unsupported methods.' },
  unsupported_events: { code: 5102, message: 'Unsupported events.' },
  unsupported_accounts: { code: 5103, message: 'Unsupported accounts.' },
  unsupported_namespace_key: { code: 5104, message: 'Unsupported namespace key.' },
  user_disconnected: { code: 6000, message: 'User disconnected.' },
  settlement_failed: { code: 7000, message: 'Session settlement failed.' },
  unsupported_wc_method: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const satisfies Record<string, { code: number; message: string }>

/** Errors of a client's own state, never over the wire: those of the protocol's nine that this client can be in. */
export const wcInternalErrors = {
  not_initialized: { code: 1, message: 'Not initialized.' },
  no_matching_key: { code: 2, message: 'No matching key.' },
  missing_or_invalid: { code: 5, message: 'Missing or invalid.' },
  expired: { code: 6, message: 'Expired.' },
  non_conforming_namespaces: { code: 9, message: 'Non conforming namespaces.' },
} as const satisfies Record<string, { code: number; message: string }>

export type WcErrorName = keyof typeof wcErrors
export type WcInternalErrorName = keyof typeof wcInternalErrors
/** An error as one side sends it to the other. */
export type PeerError = { code: number; message: string; data?: unknown }

/** A refusal to send, with a detail after the protocol's words. */
export function peerError(name: WcErrorName, detail?: string): PeerError {
  const { code, message } = wcErrors[name]
  return { code, message: detail ? `${message} ${detail}` : message }
}

/** An error of the client's own state by the protocol's number and words, with a detail after them. */
export function wcInternalError(name: WcInternalErrorName, detail: string): Error & { code: number } {
  const { code, message } = wcInternalErrors[name]
  return Object.assign(new Error(`${message} ${detail}`), { code })
}

/** The row of a received code, if it is one of the protocol's. */
export function wcErrorNameOf(code: unknown): WcErrorName | undefined {
  for (const [name, row] of Object.entries(wcErrors)) if (row.code === code) return name as WcErrorName
  return undefined
}

/** A refusal that came over the wire, as ours: a code to act on, and the other side's words cleaned for people. */
export function kitErrorOfPeer({ code, message }: PeerError): KitError {
  const text = cleanText(message, 200)
  const name = wcErrorNameOf(code)
  const kitCode: ErrorCode =
    (name && kitCodes[name]) ?? ofHundred[Math.floor(code / 100)] ?? codeOfRpc(code) ?? 'internal'
  return new KitError(kitCode, { ...(text ? { message: text } : {}), cause: { code, message: text } })
}

const kitCodes: Readonly<Partial<Record<WcErrorName, ErrorCode>>> = {
  invalid_method: 'wallet_method_unsupported',
  unsupported_chains: 'chain_unknown',
  unsupported_methods: 'wallet_method_unsupported',
  unsupported_events: 'wallet_method_unsupported',
  unsupported_accounts: 'unauthorized',
  unsupported_namespace_key: 'chain_unknown',
  user_disconnected: 'provider_disconnected',
  settlement_failed: 'wallet_answer_invalid',
  unsupported_wc_method: 'wallet_method_unsupported',
}
/** Of codes that are added to a row of the protocol's. */
const ofHundred: Readonly<Record<number, ErrorCode>> = { 30: 'unauthorized', 50: 'user_rejected' }
