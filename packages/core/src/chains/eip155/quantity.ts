import { KitError } from '@billfold/protocol/error'

/** A whole number as nodes write it; anything else is refused. */
export function readQuantity(answer: unknown, what: string): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(answer))
    throw new KitError('unavailable', { message: `Invalid response from the node (${what})`, cause: answer })
  return BigInt(answer)
}

/** Bytes as nodes write them; anything else is refused. */
export function readBytes(answer: unknown, what: string): `0x${string}` {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(answer))
    throw new KitError('unavailable', { message: `Invalid response from the node (${what})`, cause: answer })
  return answer as `0x${string}`
}

/** A whole number as nodes read it. */
export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`
