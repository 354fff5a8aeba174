/** The programs that every Solana network has, and that are spoken to or read here. */
export const solanaPrograms = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  /** Not a program: the mint of wrapped SOL. */
  nativeMint: 'So11111111111111111111111111111111111111112',
} as const

/** The two programs whose accounts hold tokens. */
export const tokenPrograms: readonly string[] = [solanaPrograms.token, solanaPrograms.token2022]
