import * as z from 'zod/mini'
import { lamports } from './lamports.ts'

const balances = z.array(lamports)
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
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.string()),
      instructions: z.optional(z.array(z.object({ programIdIndex: z.int().check(z.nonnegative()) }))),
    }),
  }),
  meta: z.object({
    err: z.unknown(),
    fee: lamports,
    preBalances: balances,
    postBalances: balances,
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    loadedAddresses: z.optional(z.nullable(z.object({ writable: loaded, readonly: loaded }))),
  }),
})
export type SolanaRecord = z.infer<typeof solanaRecord>

/** Coins in the shape of a token. */
const wrappedCoin = 'So11111111111111111111111111111111111111112'

type TokenAccount = { address: string; owner: string; wrapped: bigint }

/** An account's gain or loss of one asset in a transaction, and its counterparty. */
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
 * An account's movements in a transaction: tokens, then the coin. The fee is not a movement, and neither is the rent of
 * token accounts that are opened or closed.
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

/** Token accounts that a transaction opened or closed, with the coins in them that are not rent but wrapped. */
export function changedAccounts(record: SolanaRecord): { opened: TokenAccount[]; closed: TokenAccount[] } {
  const { preTokenBalances, postTokenBalances } = record.meta
  const accounts = accountsOf(record)
  const [before, after] = [preTokenBalances ?? [], postTokenBalances ?? []]
  const onlyIn = (these: typeof before, others: typeof before): TokenAccount[] => {
    const known = new Set(others.map(({ accountIndex }) => accountIndex))
    return these.flatMap(({ accountIndex, mint, owner = '', uiTokenAmount }) => {
      const address = accounts[accountIndex]
      const wrapped = mint === wrappedCoin ? BigInt(uiTokenAmount.amount) : 0n
      return address === undefined || known.has(accountIndex) ? [] : [{ address, owner, wrapped }]
    })
  }
  return { opened: onlyIn(after, before), closed: onlyIn(before, after) }
}

/** Changes of the coin by account: without the fee, and without the rent of token accounts. */
function coinChanges(record: SolanaRecord): Changes {
  const { fee, preBalances, postBalances } = record.meta
  const accounts = accountsOf(record)
  const changes = new Map<string, bigint>()
  const add = (address: string, amount: bigint) => changes.set(address, (changes.get(address) ?? 0n) + amount)
  for (const [at, address] of accounts.entries())
    add(address, BigInt(postBalances[at] ?? 0) - BigInt(preBalances[at] ?? 0))
  const payer = accounts[0] ?? ''
  add(payer, BigInt(fee))
  const { opened, closed } = changedAccounts(record)
  // Anyone who pays the fee pays the rent; anyone who owned what was closed has it back.
  for (const { address, wrapped } of opened) {
    add(payer, (changes.get(address) ?? 0n) - wrapped)
    changes.delete(address)
  }
  for (const { address, owner, wrapped } of closed) {
    add(owner, (changes.get(address) ?? 0n) + wrapped)
    changes.delete(address)
  }
  return changes
}

/** The counterparty: the account with the largest opposite change. */
function oppositeOf(changes: Changes, owner: string, amount: bigint): string {
  const others = [...changes].filter(
    ([address, change]) => address !== owner && change > 0n !== amount > 0n && change !== 0n,
  )
  const size = (change: bigint) => (change < 0n ? -change : change)
  return others.sort(([, a], [, b]) => (size(b) > size(a) ? 1 : -1))[0]?.[0] ?? ''
}
