import { encodeFunctionData, type Hex, parseAbi, toEventSelector } from 'viem'
import { createBatcher } from '../../../caches/createBatcher.ts'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import { deadlineIn } from '../../../limits/deadlineIn.ts'
import type { ChainRpc } from '../../../rpc/createRpc.ts'
import type { ContractCall, ReadContracts } from '../../readContracts.ts'
import { signedWordAt, wordAt } from '../../words.ts'
import type { V2State, V3State } from './poolOutput.ts'

export type PoolState = V2State | V3State
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

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function tickSpacing() view returns (int24)',
  'function tickBitmap(int16) view returns (uint256)',
  'function ticks(int24) view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)',
])
const data = {
  reserves: encodeFunctionData({ abi, functionName: 'getReserves' }),
  slot0: encodeFunctionData({ abi, functionName: 'slot0' }),
  liquidity: encodeFunctionData({ abi, functionName: 'liquidity' }),
  spacing: encodeFunctionData({ abi, functionName: 'tickSpacing' }),
}
const bitmapCall = (word: number): Hex => encodeFunctionData({ abi, functionName: 'tickBitmap', args: [word] })
const tickCall = (tick: number): Hex => encodeFunctionData({ abi, functionName: 'ticks', args: [tick] })

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
/** Words of the bitmap on either side of the current tick's that are read at once. */
const nearWords = 1
/** The same around a word that a quote ran into. */
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
    const key = address.toLowerCase()
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
    if (head) {
      const missing = new Map<string, NeededPool & { words: Set<number> }>()
      for (const needed of requests.flat()) {
        const key = lowerHex(needed.pool)
        if (isKnown(states.get(key), needed.word)) continue
        const entry = missing.get(key) ?? { ...needed, words: new Set() }
        if (needed.word !== undefined) for (const word of wordsAround(needed.word, farWords)) entry.words.add(word)
        missing.set(key, entry)
      }
      if (states.size + missing.size > maxPools) states = new Map()
      if (missing.size > 0) await loadPools([...missing.values()], hexOf(head.number), signal)
    }
    return requests.map(() => states)
  })

  async function loadPools(pools: readonly (NeededPool & { words: Set<number> })[], block: Hex, signal: AbortSignal) {
    const pairs = pools.filter(({ isV3 }) => !isV3)
    const calls = (list: readonly ContractCall[]) => read(list, signal, undefined, block)
    const reserves = await calls(pairs.map(({ pool }) => ({ to: pool, data: data.reserves })))
    for (const [at, { pool }] of pairs.entries()) {
      const [reserve0, reserve1] = [wordAt(reserves[at], 0), wordAt(reserves[at], 1)]
      if (reserve0 !== undefined && reserve1 !== undefined) states.set(lowerHex(pool), { reserve0, reserve1 })
    }
    const v3 = pools.filter(({ isV3 }) => isV3)
    const slots = await calls(
      v3.flatMap(({ pool: to }) => [data.slot0, data.liquidity, data.spacing].map((each) => ({ to, data: each }))),
    )
    const found = v3.flatMap(({ pool, words }, at) => {
      const [slot, liquid, space] = slots.slice(at * 3, at * 3 + 3)
      const [sqrtPrice, tick] = [wordAt(slot, 0), signedWordAt(slot, 1)]
      const [liquidity, spacing] = [wordAt(liquid, 0), Number(wordAt(space, 0) ?? 0n)]
      if (!sqrtPrice || tick === undefined || liquidity === undefined || spacing <= 0) return []
      const center = Math.floor(Number(tick) / spacing) >> 8
      const near = wordsAround(center, nearWords)
      const known = states.get(lowerHex(pool))
      const kept = known && !('reserve0' in known) ? [...known.words.keys()] : []
      return [
        { pool, sqrtPrice, tick: Number(tick), liquidity, spacing, wanted: [...new Set([...near, ...kept, ...words])] },
      ]
    })
    const bitmaps = await calls(
      found.flatMap(({ pool, wanted }) => wanted.map((word) => ({ to: pool, data: bitmapCall(word) }))),
    )
    let next = 0
    const withWords = found.map(({ wanted, ...pool }) => {
      const words = new Map<number, readonly number[]>()
      for (const word of wanted) {
        const bitmap = wordAt(bitmaps[next++], 0)
        if (bitmap !== undefined) words.set(word, bitsOf(bitmap))
      }
      const ticks = [...words].flatMap(([word, bits]) => bits.map((bit) => (word * 256 + bit) * pool.spacing))
      return { ...pool, words, ticks }
    })
    const liquidities = await calls(
      withWords.flatMap(({ pool, ticks }) => ticks.map((tick) => ({ to: pool, data: tickCall(tick) }))),
    )
    next = 0
    for (const { pool, ticks, ...state } of withWords) {
      const net = new Map<number, bigint>()
      for (const tick of ticks) {
        const change = signedWordAt(liquidities[next++], 1)
        if (change !== undefined) net.set(tick, change)
      }
      if (net.size === ticks.length) states.set(lowerHex(pool), { ...state, net })
    }
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

const wordsAround = (center: number, reach: number): number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, at) => center - reach + at)

const bitsOf = (bitmap: bigint): number[] => {
  const bits: number[] = []
  for (let bit = 0, rest = bitmap; rest > 0n; bit++, rest >>= 1n) if (rest & 1n) bits.push(bit)
  return bits
}

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
