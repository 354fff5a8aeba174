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
  /** An owner's associated token account; with `ifMissing`, it may exist already. */
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
  /** The mint if the instruction names it; `fee` if it says what the token withholds. */
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
  /** The delegate may spend up to `amount` until it is revoked. */
  | { kind: 'tokenApproved'; account: string; delegate: string; authority: string; amount: bigint; mint?: string }
  | { kind: 'tokenRevoked'; account: string }
  /** The new authority; absent if the role is given up for good. */
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
  /** Its effects are unknown. `isKnownProgram` says that the program is known, and only this instruction is not. */
  | {
      kind: 'unknown'
      program: string
      isKnownProgram: boolean
      accounts: readonly (string | undefined)[]
      data: Uint8Array
    }

/** The powers of an authority over a token account or a mint; a number for those of later kinds. */
export type AuthorityRole = 'mint' | 'freeze' | 'owner' | 'close' | number
