/** The programs on the chain that we know by name. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
} as const

export const isTokenProgram = (program: string): boolean => program === programs.token || program === programs.token2022
