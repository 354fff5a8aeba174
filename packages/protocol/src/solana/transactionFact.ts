/** One thing that a Solana transaction does, in the order it does them. Amounts are in smallest units, coins in lamports. */
export type TransactionFact =
  | { kind: 'coinMoved'; from: string; to: string; lamports: bigint }
  /** An account is made, or given room and an owner: from then on that program decides over it. */
  | { kind: 'accountCreated'; payer: string; account: string; lamports: bigint; space: bigint; owner: string }
  | { kind: 'accountAssigned'; account: string; owner: string }
  | { kind: 'accountAllocated'; account: string; space: bigint }
  | { kind: 'nonceAdvanced'; account: string; authority: string }
  | { kind: 'nonceAuthorized'; account: string; authority: string }
  | { kind: 'nonceInitialized'; account: string; authority: string }
  /** An owner's own place for a token; `ifMissing` does nothing where there is one. */
  | {
      kind: 'tokenAccountOpened'
      payer: string
      account: string
      owner: string
      mint: string
      program: string
      ifMissing: boolean
    }
  | { kind: 'tokenAccountInitialized'; account: string; owner: string; mint: string; program: string }
  | { kind: 'tokenAccountClosed'; account: string; to: string; authority: string }
  /** The mint is told where the instruction names it; `fee` where it says what the token keeps. */
  | {
      kind: 'tokenMoved'
      program: string
      from: string
      to: string
      authority: string
      amount: bigint
      mint?: string
      decimals?: number
      fee?: bigint
    }
  /** Someone else may spend so much from then on, until it is revoked. */
  | { kind: 'tokenApproved'; account: string; delegate: string; authority: string; amount: bigint; mint?: string }
  | { kind: 'tokenRevoked'; account: string }
  /** Who decides from then on; no one where there is no new authority. */
  | { kind: 'authoritySet'; account: string; role: AuthorityRole; authority?: string }
  | { kind: 'tokenMinted'; mint: string; to: string; amount: bigint }
  | { kind: 'tokenBurned'; account: string; mint: string; amount: bigint }
  | { kind: 'tokenFrozen'; account: string; mint: string }
  | { kind: 'tokenThawed'; account: string; mint: string }
  /** Wrapped coins are counted again: what was paid in becomes tokens. */
  | { kind: 'nativeSynced'; account: string }
  | { kind: 'memosRequired'; account: string; isRequired: boolean }
  | { kind: 'memo'; text: string }
  | { kind: 'unitLimit'; units: number }
  /** In millionths of a lamport for a unit. */
  | { kind: 'unitPrice'; price: bigint }
  /** No one here knows what it does. `isKnownProgram` says that the program is known, and this of its instructions is not. */
  | {
      kind: 'unknown'
      program: string
      isKnownProgram: boolean
      accounts: readonly (string | undefined)[]
      data: Uint8Array
    }

/** What an authority of a token account or a mint decides; a number for those of later kinds. */
export type AuthorityRole = 'mint' | 'freeze' | 'owner' | 'close' | number
