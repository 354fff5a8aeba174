import type { WalletRequest } from '../../chains/chainQuery.ts'

/** A request as sent to the wallet, and the parser of its response. */
type WireRequest = WalletRequest & { read?: (answer: unknown) => unknown }

/** Parses a response by the method that was sent. */
export const readWire = (method: string, answer: unknown): unknown =>
  method === 'solana_signAndSendTransaction' && typeof answer === 'object' ? { ...answer, isSent: true } : answer

/** Send requests for wallets that do not sign without sending, if the kit would send it anyway. */
const sendings: Readonly<Record<string, (params: object, maySend: unknown) => WireRequest>> = {
  solana_signTransaction: (params) => ({
    method: 'solana_signAndSendTransaction',
    params,
    read: (answer) => readWire('solana_signAndSendTransaction', answer),
  }),
  signPsbt: (_, payment) => ({ method: 'sendTransfer', params: payment }),
}

/** Removes the kit's own `maySend` field; turns it into a send request for a wallet that approved only that. */
export function wireRequest({ method, params }: WalletRequest, isApproved: (method: string) => boolean): WireRequest {
  if (typeof params !== 'object' || params === null || !('maySend' in params)) return { method, params }
  const { maySend, ...rest } = params
  const other = maySend && Object.hasOwn(sendings, method) ? sendings[method]?.(rest, maySend) : undefined
  return other && !isApproved(method) && isApproved(other.method) ? other : { method, params: rest }
}
