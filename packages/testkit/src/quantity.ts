import { providerError } from './providerError.ts'

/** A number as JSON-RPC writes it. */
export const toQuantity = (value: number | bigint): `0x${string}` => `0x${value.toString(16)}`

/** Parses a JSON-RPC quantity; throws with the field's name if it is invalid. */
export function parseQuantity(value: unknown, field: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]+$/.test(value))
    throw providerError(
      'invalid_input',
      `${field} must be a hexadecimal number such as 0x1, not ${JSON.stringify(value)}`,
    )
  return BigInt(value)
}

/** Reads a quantity that may be left out. */
export const parseOptionalQuantity = (value: unknown, field: string): bigint | undefined =>
  value === undefined || value === null ? undefined : parseQuantity(value, field)

/** Reads a chain id. */
export function parseChainId(value: unknown): number {
  const id = parseQuantity(value, 'chainId')
  if (id < 1n || id > BigInt(Number.MAX_SAFE_INTEGER))
    throw providerError('invalid_input', `chainId ${id} is out of range`)
  return Number(id)
}

/** Reads hexadecimal bytes. */
export function parseHex(value: unknown, field: string): `0x${string}` {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value))
    throw providerError('invalid_input', `${field} must be hexadecimal bytes such as 0xabcd`)
  return value as `0x${string}`
}

/** Reads an EVM address. */
export function parseAddress(value: unknown, field: string): `0x${string}` {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw providerError('invalid_input', `${field} must be an address, 0x and 40 hexadecimal digits`)
  return value as `0x${string}`
}

/** Reads an object parameter. */
export function parseObject(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw providerError('invalid_input', `${field} must be an object`)
  return value as Record<string, unknown>
}
