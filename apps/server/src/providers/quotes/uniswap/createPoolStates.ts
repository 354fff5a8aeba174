import { type Hex, toEventSelector } from 'viem'
import { createBatcher } from '../../../caches/createBatcher.ts'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import { deadlineIn } from '../../../limits/deadlineIn.ts'
import type { ChainRpc } from '../../../rpc/createRpc.ts'
import type { ReadContracts } from '../../readContracts.ts'
import { signedWordAt, wordAt } from '../../words.ts'
import { type PoolState, readPoolStates, wordsAround } from './readPoolStates.ts'

/** A pool whose state is needed; `word`: one more of a v3 pool's words. */
export type NeededPool = { pool: EvmAddress; isV3: boolean; word?: number }
export type PoolStates = {
  /** The pools' states at one block, the newest known; without those that no node could read. */
  read(pools: readonly NeededPool[]): Promise<ReadonlyMap<string, PoolState>>
  /** Forgets pools whose state proved false. */
  drop(pools: readonly EvmAddress[]): void
}

type Head = { number: number; hash: string }
type Log = { address: string; topics: readonly string[]; data: Hex; removed?: boolean }

const events = {
  sync: toEventSelector('Sync(uint112,uint112)'),
  swap: toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)'),
  mint: toEventSelector('Mint(address,address,int24,int24,uint128,uint256,uint256)'),
  burn: toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256)'),
}

/** How long the head is taken for the newest. */
const headMs = 200
/** More blocks than this without a quote: all pools are read again. */
const maxGap = 50
const maxPools = 400
const loadMs = 5_000
/** Words of the bitmap on either side of one that a quote ran into. */
const farWords = 4

/**
 * Follows the pools that quotes need, by the logs of each new block, as of one block. A reorg, a gap or a missing
 * response drops them, and the next quote reads them again. The node confirms each quote besides.
 */
export function createPoolStates(rpc: ChainRpc, read: ReadContracts, now = Date.now): PoolStates {
  let states = new Map<string, PoolState>()
  let head: Head | undefined
  let checkedAt = Number.NEGATIVE_INFINITY

  function dropAll(next: Head | undefined): void {
    states = new Map()
    head = next
  }

  async function follow(signal: AbortSignal): Promise<void> {
    if (now() - checkedAt < headMs) return
    const latest = readHead(await rpc.call('eth_getBlockByNumber', ['latest', false], signal))
    checkedAt = now()
    if (!latest || !head || states.size === 0) return dropAll(latest)
    if (latest.hash === head.hash) return
    const gap = latest.number - head.number
    if (gap <= 0 || gap > maxGap) return dropAll(latest)
    const isChild = gap === 1 && latest.parent === head.hash
    const [before, logs] = await rpc.batch(
      [
        { method: 'eth_getBlockByNumber', params: [hexOf(head.number), false] },
        {
          method: 'eth_getLogs',
          params: [{ fromBlock: hexOf(head.number + 1), toBlock: hexOf(latest.number), address: [...states.keys()] }],
        },
      ],
      signal,
    )
    const isSameChain = isChild || (before?.ok && readHead(before.result)?.hash === head.hash)
    const list = logs?.ok ? readLogs(logs.result) : undefined
    if (!isSameChain || !list) return dropAll(latest)
    for (const log of list) apply(log)
    head = { number: latest.number, hash: latest.hash }
  }

  function apply({ address, topics, data }: Log): void {
    const key = lowerHex(address)
    const state = states.get(key)
    if (!state) return
    const [topic] = topics
    if ('reserve0' in state) {
      if (topic !== events.sync) return
      const [reserve0, reserve1] = [wordAt(data, 0), wordAt(data, 1)]
      if (reserve0 === undefined || reserve1 === undefined) states.delete(key)
      else states.set(key, { reserve0, reserve1 })
    } else if (topic === events.swap) {
      const [sqrtPrice, liquidity, tick] = [wordAt(data, 2), wordAt(data, 3), signedWordAt(data, 4)]
      if (!sqrtPrice || liquidity === undefined || tick === undefined) states.delete(key)
      else states.set(key, { ...state, sqrtPrice, liquidity, tick: Number(tick) })
    } else if (topic === events.mint || topic === events.burn) states.delete(key)
  }

  const load = createBatcher(async (requests: readonly (readonly NeededPool[])[]) => {
    const signal = deadlineIn(loadMs)
    await follow(signal)
    const missing = head ? missingOf(requests.flat()) : []
    if (head && missing.length > 0) {
      const block = hexOf(head.number)
      if (states.size + missing.length > maxPools) states = new Map()
      const current = states
      const loaded = await readPoolStates(missing, (calls) => read(calls, signal, undefined, block))
      for (const [key, state] of loaded) current.set(key, state)
    }
    return requests.map(() => states)
  })

  /** The pools to read: the unknown ones, and those of which a quote needs more. */
  function missingOf(pools: readonly NeededPool[]) {
    const missing = new Map<string, { pool: EvmAddress; isV3: boolean; words: Set<number> }>()
    for (const { pool, isV3, word } of pools) {
      const key = lowerHex(pool)
      const known = states.get(key)
      if (isKnown(known, word)) continue
      const entry = missing.get(key) ?? {
        pool,
        isV3,
        words: new Set(known && 'words' in known ? known.words.keys() : []),
      }
      if (word !== undefined) for (const each of wordsAround(word, farWords)) entry.words.add(each)
      missing.set(key, entry)
    }
    return [...missing.values()]
  }

  return {
    async read(pools) {
      const isFresh = now() - checkedAt < headMs
      if (isFresh && pools.every(({ pool, word }) => isKnown(states.get(lowerHex(pool)), word))) return states
      return load(pools)
    },
    drop(pools) {
      for (const pool of pools) states.delete(lowerHex(pool))
    },
  }
}

const isKnown = (state: PoolState | undefined, word: number | undefined): boolean =>
  state !== undefined && (word === undefined || 'reserve0' in state || state.words.has(word))

const hexOf = (number: number): Hex => `0x${number.toString(16)}`

function readHead(block: unknown): (Head & { parent: string }) | undefined {
  const { number, hash, parentHash } = (block ?? {}) as Record<string, unknown>
  if (typeof number !== 'string' || typeof hash !== 'string' || typeof parentHash !== 'string') return undefined
  return { number: Number(number), hash, parent: parentHash }
}

/** The node's logs; undefined if one was removed or is malformed. */
function readLogs(value: unknown): readonly Log[] | undefined {
  if (!Array.isArray(value)) return undefined
  const isLog = (log: Partial<Log> | null): log is Log =>
    typeof log?.address === 'string' && Array.isArray(log.topics) && typeof log.data === 'string' && !log.removed
  return value.every(isLog) ? value : undefined
}
