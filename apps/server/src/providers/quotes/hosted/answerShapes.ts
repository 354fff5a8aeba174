import * as z from 'zod/mini'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'

const number = /^(?:-?\d{1,100}|0x[0-9a-fA-F]{1,64})$/

/** A whole number as services write it: digits, hexadecimal, or a number. Whether it makes sense is for the desk to say, in words. */
export const amount = z.pipe(
  z.union([z.string().check(z.regex(number)), z.int()]),
  z.transform((value: string | number) => BigInt(value)),
)

/** An address, in small letters: some services checksum them, some do not. */
export const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((value: string) => lowerHex(value as EvmAddress)),
)

/** The data of a contract call. */
export const calldata = z.pipe(
  z.string().check(z.maxLength(400_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
  z.transform((value: string) => value as `0x${string}`),
)

/** The name of an exchange or a fee, to be cleaned before anyone reads it. */
export const label = z.string().check(z.maxLength(1_000))
