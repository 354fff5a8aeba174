import { KitError } from '@billfold/protocol/error'

/** Parses a hex quantity. */
export function readQuantity(answer: unknown, what: string): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(answer))
    throw new KitError('unavailable', { message: `Invalid response from the node (${what})`, cause: answer })
  return BigInt(answer)
}

/** Parses hex bytes. */
export function readBytes(answer: unknown, what: string): `0x${string}` {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(answer))
    throw new KitError('unavailable', { message: `Invalid response from the node (${what})`, cause: answer })
  return answer as `0x${string}`
}

/** Formats a hex quantity. */
export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`
