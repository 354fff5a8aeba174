import * as z from 'zod/mini'

const lamports = z.array(z.int().check(z.nonnegative()))
const tokenBalances = z.optional(
  z.nullable(
    z.array(
      z.object({
        accountIndex: z.int().check(z.nonnegative()),
        mint: z.string(),
        owner: z.optional(z.string()),
        uiTokenAmount: z.object({
          amount: z.string().check(z.regex(/^\d{1,20}$/)),
          decimals: z.int().check(z.nonnegative(), z.lte(255)),
        }),
      }),
    ),
  ),
)
const loaded = z.array(z.string())

/** A transaction as nodes tell it, as far as it says what moved. */
export const solanaRecord = z.object({
  slot: z.int().check(z.nonnegative()),
  blockTime: z.optional(z.nullable(z.int())),
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
  meta: z.object({
    err: z.unknown(),
    fee: z.int().check(z.nonnegative()),
    preBalances: lamports,
    postBalances: lamports,
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    loadedAddresses: z.optional(z.nullable(z.object({ writable: loaded, readonly: loaded }))),
  }),
})
export type SolanaRecord = z.infer<typeof solanaRecord>

/** What an account has more or less of one thing after a transaction, and who has the opposite. */
export type Move = {
  /** Absent for the coin. */
  mint?: string
  decimals?: number
  /** Negative for what left. */
  amount: bigint
  counterpart: string
}

/** Every account of a transaction, those of lookup tables after its own. */
export const accountsOf = ({ transaction, meta }: SolanaRecord): readonly string[] => [
  ...transaction.message.accountKeys,
  ...(meta.loadedAddresses?.writable ?? []),
  ...(meta.loadedAddresses?.readonly ?? []),
]

/**
 * What a transaction moved for an account: tokens, then the coin. What the network took is no movement, and neither is the rent in
 * token accounts that were opened.
 */
export function movesOf(record: SolanaRecord, owner: string): Move[] {
  const tokens = tokenChanges(record)
  const moves: Move[] = [...tokens].flatMap(([mint, { decimals, changes }]) => {
    const amount = changes.get(owner) ?? 0n
    return amount === 0n ? [] : [{ mint, decimals, amount, counterpart: oppositeOf(changes, owner, amount) }]
  })
  const coins = coinChanges(record)
  const amount = coins.get(owner) ?? 0n
  return amount === 0n ? moves : [...moves, { amount, counterpart: oppositeOf(coins, owner, amount) }]
}

type Changes = ReadonlyMap<string, bigint>

function tokenChanges({ meta }: SolanaRecord): Map<string, { decimals: number; changes: Map<string, bigint> }> {
  const mints = new Map<string, { decimals: number; changes: Map<string, bigint> }>()
  const sides = [
    [meta.preTokenBalances, -1n],
    [meta.postTokenBalances, 1n],
  ] as const
  for (const [balances, sign] of sides)
    for (const { mint, owner = '', uiTokenAmount } of balances ?? []) {
      const { changes } = mints.get(mint) ?? { changes: new Map<string, bigint>() }
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
      mints.set(mint, { decimals: uiTokenAmount.decimals, changes })
    }
  return mints
}

/** Changes of the coin by account: without the fee, and with the rent of opened token accounts given back to who paid for it. */
function coinChanges(record: SolanaRecord): Changes {
  const { fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = record.meta
  const accounts = accountsOf(record)
  const changes = new Map<string, bigint>()
  for (const [at, address] of accounts.entries())
    changes.set(address, BigInt(postBalances[at] ?? 0) - BigInt(preBalances[at] ?? 0))
  const payer = accounts[0] ?? ''
  changes.set(payer, (changes.get(payer) ?? 0n) + BigInt(fee))
  const had = new Set(preTokenBalances?.map(({ accountIndex }) => accountIndex))
  for (const { accountIndex } of postTokenBalances ?? []) {
    const address = accounts[accountIndex]
    if (address === undefined || had.has(accountIndex)) continue
    changes.set(payer, (changes.get(payer) ?? 0n) + (changes.get(address) ?? 0n))
    changes.delete(address)
  }
  return changes
}

/** Who has the most of what another lost, or lost the most of what another got. */
function oppositeOf(changes: Changes, owner: string, amount: bigint): string {
  const others = [...changes].filter(
    ([address, change]) => address !== owner && change > 0n !== amount > 0n && change !== 0n,
  )
  const size = (change: bigint) => (change < 0n ? -change : change)
  return others.sort(([, a], [, b]) => (size(b) > size(a) ? 1 : -1))[0]?.[0] ?? ''
}
