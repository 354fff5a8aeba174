import type { Address } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

const named = <T extends string>(text: T) => text as Address<T>

/** The programs on the chain that we know by name. */
export const programs = {
  system: SYSTEM_PROGRAM_ADDRESS,
  token: TOKEN_PROGRAM_ADDRESS,
  token2022: named('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
  associatedToken: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  memo: named('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  lookupTable: named('AddressLookupTab1e1111111111111111111111111'),
  computeBudget: named('ComputeBudget111111111111111111111111111111'),
} as const

export const isTokenProgram = (program: string): boolean => program === programs.token || program === programs.token2022
