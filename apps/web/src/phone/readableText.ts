import { bytesOfHex } from '@billfold/protocol/bytes'

/** Any value as raw text. */
export const asItCame = (value: unknown): string => JSON.stringify(value, null, 2)?.slice(0, 20_000) ?? 'nothing'

/** Hexadecimal bytes as text if they encode one; any other value raw. */
export function textOf(message: unknown): string {
  if (typeof message !== 'string') return asItCame(message)
  if (!/^0x([0-9a-fA-F]{2})+$/.test(message)) return message
  const bytes = bytesOfHex(message.slice(2))
  return utf8(bytes) ?? message
}

/** Bytes as text, if they encode one. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The fields of a request with named parameters; empty otherwise. */
export const fieldsOf = (params: unknown): Record<string, unknown> =>
  typeof params === 'object' && params !== null && !Array.isArray(params) ? { ...params } : {}
