import type { Transaction } from '@billfold/protocol/api/history'
import type { ServerChain } from '../../chains/serverChain.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { symbolsOf } from '../balances/isImpersonator.ts'
import type { MintNames } from './createMintNames.ts'
import { movesOf, type SolanaRecord } from './movesOf.ts'
import { toSolanaTransaction } from './toSolanaTransaction.ts'

type Subject = { chain: ServerChain; address: string; records: readonly { name: string; record: SolanaRecord }[] }

/** Transactions as nodes tell them, as clients know them; each is known by its signature. */
export async function describeRecords(
  { chain, address, records }: Subject,
  namesOf: MintNames,
): Promise<Transaction[]> {
  const moved = records.map(({ name, record }) => ({ name, record, moves: movesOf(record, address) }))
  const mints = new Set(moved.flatMap(({ moves }) => moves.flatMap(({ mint }) => mint ?? [])))
  const listed = listedTokens(chain)
  const others = [...mints].filter((mint) => !listed.has(mint))
  const view = {
    chain,
    address,
    listed,
    names: others.length > 0 ? await namesOf(chain, others) : new Map(),
    symbols: symbolsOf([chain.nativeCurrency.symbol, ...[...listed.values()].map(({ symbol }) => symbol)]),
  }
  return moved.map((one) => toSolanaTransaction(one, view))
}
