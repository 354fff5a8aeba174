import { KitError } from '@billfold/protocol/error'
import { tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import * as z from 'zod/mini'
import { createExpiringMap } from '../../caches/createExpiringMap.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { ChainRpc, Rpc, RpcCall } from '../../rpc/createRpc.ts'
import type { HistorySource } from '../source.ts'
import type { MintNames } from './createMintNames.ts'
import { describeRecords } from './describeRecords.ts'
import { type SolanaRecord, solanaRecord } from './movesOf.ts'

const confirmed = { commitment: 'confirmed' }
/** Signatures read of each account for a page, usually and at most. */
const usualSignatures = 100
const maxSignatures = 1_000
/** Anyone who has more token accounts than this is shown what happened to the first of them. */
const maxAccounts = 25
const recordsKept = 5_000
const noHistory = 'The node returned an invalid history.'

const signatures = z.array(z.object({ signature: z.string(), slot: z.int().check(z.nonnegative()) }))
const tokenAccounts = z.object({ value: z.array(z.object({ pubkey: z.string() })) })

/**
 * History as a Solana node tells it. What comes into an owner's token account does not name the owner, so what happened to each of those
 * accounts is read as well.
 */
export function createSolanaHistory({ rpc, namesOf }: { rpc: Rpc; namesOf: MintNames }): HistorySource {
  const records = createExpiringMap<SolanaRecord>({ ttlMs: 3_600_000, size: recordsKept })

  /** Transactions by their signatures: what is in a block stays as it is. */
  async function readRecords(chain: ServerChain, names: readonly string[], signal: AbortSignal) {
    const keyOf = (name: string) => `${chain.id} ${name}`
    const missing = names.filter((name) => !records.get(keyOf(name)))
    const config = { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 }
    const calls = missing.map((name) => ({ method: 'getTransaction', params: [name, config] }))
    const results = calls.length > 0 ? await rpc(chain.id).batch(calls, signal) : []
    for (const [at, outcome] of results.entries()) {
      const record = outcome.ok ? z.safeParse(solanaRecord, outcome.result).data : undefined
      if (record) records.set(keyOf(missing[at]!), record)
    }
    // One of a version that is not read here is left out; where none can be read, it is the node that cannot.
    const [first] = results
    if (first && !names.some((name) => records.get(keyOf(name))))
      throw first.ok ? new KitError('unavailable', { message: noHistory }) : first.error
    return names.flatMap((name) => {
      const record = records.get(keyOf(name))
      return record ? [{ name, record }] : []
    })
  }

  return {
    id: 'solana-node',
    supports: ({ namespace, rpcUrls }) => namespace === 'solana' && rpcUrls.length > 0,
    async history({ chain, address, cursor, limit }, signal) {
      const after = cursor === undefined ? undefined : readPlace(cursor)
      if (cursor !== undefined && !after) return undefined
      const { places, isMore } = await readPlaces(rpc(chain.id), { owner: address, after, limit }, signal)
      const names = places.map(({ signature }) => signature)
      const records = await readRecords(chain, names, signal)
      const last = places.at(-1)
      return {
        data: await describeRecords({ chain, address, records }, namesOf),
        next: isMore && last ? `${last.slot}:${last.signature}` : null,
      }
    },
  }
}

/** A transaction, and the slot that it is in. */
type Place = z.infer<typeof signatures>[number]

function readPlace(cursor: string): Place | undefined {
  const [, slot, signature] = /^(\d{1,15}):([1-9A-HJ-NP-Za-km-z]{64,88})$/.exec(cursor) ?? []
  return slot && signature ? { slot: Number(slot), signature } : undefined
}

/**
 * A page of what happened to an account and to its token accounts, newest first. A page ends with its slot: nodes do not tell in which
 * order two accounts of one slot stand, and the next page begins below it.
 */
async function readPlaces(
  node: ChainRpc,
  { owner, after, limit }: { owner: string; after: Place | undefined; limit: number },
  signal: AbortSignal,
): Promise<{ places: Place[]; isMore: boolean }> {
  const accounts = await readAccounts(node, owner, signal)
  for (const size of [usualSignatures, maxSignatures]) {
    const lists = await all(
      node,
      accounts.map((account) => ({
        method: 'getSignaturesForAddress',
        params: [account, { ...confirmed, limit: size, ...(after && { before: after.signature }) }],
      })),
      signatures,
      signal,
    )
    // A list that is full may go on in the slot in which it ends, and so nothing from there on is known of all.
    const ends = lists.flatMap((list) => (list.length >= size ? list.at(-1)!.slot : []))
    const border = Math.max(-1, ...ends)
    const known = new Map(
      lists
        .flat()
        .filter(({ slot }) => slot > border && (!after || slot < after.slot))
        .map((place) => [place.signature, place]),
    )
    const sorted = [...known.values()].sort((a, b) => b.slot - a.slot)
    if (sorted.length === 0 && ends.length > 0 && size < maxSignatures) continue
    const lastSlot = sorted[limit - 1]?.slot
    const places = lastSlot === undefined ? sorted : sorted.filter(({ slot }) => slot >= lastSlot)
    return { places, isMore: places.length < sorted.length || (ends.length > 0 && places.length > 0) }
  }
  throw new KitError('internal')
}

/** An owner and its token accounts. */
async function readAccounts(node: ChainRpc, owner: string, signal: AbortSignal): Promise<string[]> {
  const holders = await all(
    node,
    tokenPrograms.map((programId) => ({
      method: 'getTokenAccountsByOwner',
      params: [owner, { programId }, { ...confirmed, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }],
    })),
    tokenAccounts,
    signal,
  )
  return [owner, ...holders.flatMap(({ value }) => value.map(({ pubkey }) => pubkey))].slice(0, maxAccounts)
}

/** Asks for all of these at once, and takes nothing for an answer that is not of this shape. */
async function all<T extends z.ZodMiniType>(node: ChainRpc, calls: readonly RpcCall[], shape: T, signal: AbortSignal) {
  const outcomes = calls.length > 0 ? await node.batch(calls, signal) : []
  return outcomes.map((outcome): z.infer<T> => {
    if (!outcome.ok) throw outcome.error
    const { success, data } = z.safeParse(shape, outcome.result)
    if (!success) throw new KitError('unavailable', { message: noHistory })
    return data
  })
}
