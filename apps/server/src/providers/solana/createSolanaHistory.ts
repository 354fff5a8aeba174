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
/** As many as a node tells at once of one account, and so how far back this history goes for each. */
const mostSignatures = 1_000
/** Whoever has more token accounts than this is shown what happened to the first of them. */
const mostPlaces = 25
const recordsKept = 5_000

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
    const found = await all(
      rpc(chain.id),
      missing.map((name) => ({ method: 'getTransaction', params: [name, config] })),
      z.nullable(solanaRecord),
      signal,
    )
    for (const [at, record] of found.entries()) if (record) records.set(keyOf(missing[at]!), record)
    return names.flatMap((name) => {
      const record = records.get(keyOf(name))
      return record ? [{ name, record }] : []
    })
  }

  return {
    id: 'solana-node',
    supports: ({ namespace, rpcUrls }) => namespace === 'solana' && rpcUrls.length > 0,
    async history({ chain, address, cursor, limit }, signal) {
      const names = await readNames(rpc(chain.id), address, signal)
      const from = cursor === undefined ? 0 : names.indexOf(cursor) + 1
      if (cursor !== undefined && from === 0) return undefined
      const page = names.slice(from, from + limit)
      const records = await readRecords(chain, page, signal)
      return {
        data: await describeRecords({ chain, address, records }, namesOf),
        next: names.length > from + limit ? page.at(-1)! : null,
      }
    },
  }
}

/** The signatures of all that happened to an account and to its token accounts, newest first. */
async function readNames(node: ChainRpc, owner: string, signal: AbortSignal): Promise<string[]> {
  const holders = await all(
    node,
    tokenPrograms.map((programId) => ({
      method: 'getTokenAccountsByOwner',
      params: [owner, { programId }, { ...confirmed, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }],
    })),
    tokenAccounts,
    signal,
  )
  const places = [owner, ...holders.flatMap(({ value }) => value.map(({ pubkey }) => pubkey))].slice(0, mostPlaces)
  const lists = await all(
    node,
    places.map((place) => ({
      method: 'getSignaturesForAddress',
      params: [place, { ...confirmed, limit: mostSignatures }],
    })),
    signatures,
    signal,
  )
  const slots = new Map(lists.flat().map(({ signature, slot }) => [signature, slot]))
  return [...slots].sort(([, a], [, b]) => b - a).map(([signature]) => signature)
}

/** Asks for all of these at once, and takes nothing for an answer that is not of this shape. */
async function all<T extends z.ZodMiniType>(node: ChainRpc, calls: readonly RpcCall[], shape: T, signal: AbortSignal) {
  const outcomes = calls.length > 0 ? await node.batch(calls, signal) : []
  return outcomes.map((outcome): z.infer<T> => {
    if (!outcome.ok) throw outcome.error
    const { success, data } = z.safeParse(shape, outcome.result)
    if (!success) throw new KitError('unavailable', { message: 'The node answered with something that is no history.' })
    return data
  })
}
