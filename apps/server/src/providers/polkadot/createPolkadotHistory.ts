import { KitError } from '@billfold/protocol/error'
import { type AssetName, readAssetName } from '@billfold/protocol/polkadot/accountState'
import { extrinsicHash } from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, hexOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import * as z from 'zod/mini'
import { createExpiringMap } from '../../caches/createExpiringMap.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { symbolsOf } from '../balances/isImpersonator.ts'
import type { HistorySource } from '../source.ts'
import { createRecentBlocks, type RecentBlock } from './createRecentBlocks.ts'
import type { ExtrinsicFacts } from './movesInBlock.ts'
import { toPolkadotTransaction } from './toPolkadotTransaction.ts'

const block = z.object({ block: z.object({ extrinsics: z.array(z.string()) }) })
type Place = { block: RecentBlock; facts: ExtrinsicFacts }

/**
 * Reads an account's history from a Polkadot node: what its last 256 final blocks moved, half an hour on a relay chain.
 * A node has no index by account and prunes older blocks, so that an index of ours could not reach back beyond its own
 * start either.
 */
export function createPolkadotHistory({ rpc }: { rpc: Rpc }): HistorySource {
  const recentBlocks = createRecentBlocks(rpc)
  const names = createExpiringMap<readonly string[]>({ ttlMs: 3_600_000, size: 1_000 })
  const assets = createExpiringMap<AssetName>({ ttlMs: 3_600_000, size: 2_000 })

  /** The names of a block's extrinsics. */
  async function namesIn(chainId: string, { hash }: RecentBlock, signal: AbortSignal): Promise<readonly string[]> {
    const key = `${chainId} ${hash}`
    const known = names.get(key)
    if (known) return known
    const { success, data } = z.safeParse(block, await rpc(chainId).call('chain_getBlock', [hash], signal))
    if (!success) throw new KitError('unavailable', { message: 'The node returned an invalid block.' })
    const read = data.block.extrinsics.map((each) => extrinsicHash(bytesOf(each)))
    names.set(key, read)
    return read
  }

  async function assetNames(chainId: string, ids: readonly string[], signal: AbortSignal) {
    const keyOf = (id: string) => `${chainId} ${id}`
    const missing = ids.filter((id) => !assets.get(keyOf(id)))
    const calls = missing.map((id) => ({ method: 'state_getStorage', params: [storageKeys.assetMetadata(id)] }))
    const outcomes = calls.length > 0 ? await rpc(chainId).batch(calls, signal) : []
    for (const [at, outcome] of outcomes.entries()) {
      const name = outcome.ok ? readName(outcome.result) : undefined
      if (name) assets.set(keyOf(missing[at]!), name)
    }
    return new Map(ids.flatMap((id) => (assets.get(keyOf(id)) ? [[id, assets.get(keyOf(id))!] as const] : [])))
  }

  return {
    id: 'polkadot-node',
    supports: ({ namespace, rpcUrls }) => namespace === 'polkadot' && rpcUrls.length > 0,
    async history({ chain, address, cursor, limit }, signal) {
      const after = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !after) return undefined
      const key = hexOf(readPolkadotAddress(address).publicKey)
      const { blocks, prefix } = await recentBlocks(chain.id, signal)
      const all = blocks.flatMap((each) => placesOf(each, key)).filter((place) => !after || isBelow(place, after))
      const page = all.slice(0, limit)
      const last = page.at(-1)
      const listed = listedTokens(chain)
      const moved = page.flatMap(({ facts }) => facts.moves.filter(({ from, to }) => from === key || to === key))
      const ids = new Set(moved.flatMap(({ asset }) => (asset === undefined || listed.has(asset) ? [] : asset)))
      const view = {
        ...{ chain, key, address, prefix, listed },
        names: await assetNames(chain.id, [...ids].filter(isSmall), signal),
        symbols: symbolsOf([chain.nativeCurrency.symbol, ...[...listed.values()].map(({ symbol }) => symbol)]),
      }
      const data = await Promise.all(
        page.map(async ({ block, facts }) => {
          const hash = (await namesIn(chain.id, block, signal))[facts.index]
          return hash ? [toPolkadotTransaction({ hash, at: block.at, facts }, view)] : []
        }),
      )
      const isMore = last !== undefined && all.length > page.length
      return { data: data.flat(), next: isMore ? `${last.block.number}:${last.facts.index}` : null }
    },
  }
}

/** A block's entries for an account, newest first. */
const placesOf = (block: RecentBlock, key: string): Place[] =>
  block.extrinsics
    .filter(({ signer, moves }) => signer === key || moves.some(({ from, to }) => from === key || to === key))
    .map((facts) => ({ block, facts }))
    .sort((a, b) => b.facts.index - a.facts.index)

type Cursor = { number: number; index: number }
function readCursor(text: string): Cursor | undefined {
  const [, number, index] = /^(\d{1,10}):(\d{1,6})$/.exec(text) ?? []
  return number === undefined ? undefined : { number: Number(number), index: Number(index) }
}
const isBelow = ({ block, facts }: Place, { number, index }: Cursor): boolean =>
  block.number < number || (block.number === number && facts.index < index)

/** Assets by a number; others are named by where they come from, and are not looked up. */
const isSmall = (id: string): boolean => /^\d{1,10}$/.test(id) && Number(id) < 2 ** 32

function readName(value: unknown): AssetName | undefined {
  try {
    return readAssetName(value)
  } catch {
    return undefined // an asset that no one can name is shown without one
  }
}
