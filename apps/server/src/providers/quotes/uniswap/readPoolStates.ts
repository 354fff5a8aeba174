import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import type { ContractCall } from '../../readContracts.ts'
import { signedWordAt, wordAt } from '../../words.ts'
import type { V2State, V3State } from './poolOutput.ts'

export type PoolState = V2State | V3State
/** A pool to read; `words`: the parts of a v3 pool's bitmap besides those around its current tick. */
export type PoolToRead = { pool: EvmAddress; isV3: boolean; words: ReadonlySet<number> }
/** Reads at one block. */
type Read = (calls: readonly ContractCall[]) => Promise<readonly (Hex | undefined)[]>

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function tickSpacing() view returns (int24)',
  'function tickBitmap(int16) view returns (uint256)',
  'function ticks(int24) view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)',
])
const reservesCall = encodeFunctionData({ abi, functionName: 'getReserves' })
const v3Calls = (['slot0', 'liquidity', 'tickSpacing'] as const).map((functionName) =>
  encodeFunctionData({ abi, functionName }),
)
const bitmapCall = (word: number): Hex => encodeFunctionData({ abi, functionName: 'tickBitmap', args: [word] })
const tickCall = (tick: number): Hex => encodeFunctionData({ abi, functionName: 'ticks', args: [tick] })

/** Words of the bitmap on either side of the current tick's that are read at once. */
const nearWords = 1

/** The words of a bitmap around one. */
export const wordsAround = (center: number, reach: number): number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, at) => center - reach + at)

/** Reads pools whole, and omits those that do not respond like one. */
export async function readPoolStates(pools: readonly PoolToRead[], read: Read): Promise<Map<string, PoolState>> {
  const [pairs, v3] = [pools.filter(({ isV3 }) => !isV3), pools.filter(({ isV3 }) => isV3)]
  const states = await readPairs(pairs, read)
  const prices = await readPrices(v3, read)
  const withTicks = await readBitmaps(prices, read)
  const changes = await read(
    withTicks.flatMap(({ pool, ticks }) => ticks.map((tick) => ({ to: pool, data: tickCall(tick) }))),
  )
  let next = 0
  for (const { pool, ticks, ...state } of withTicks) {
    const net = new Map<number, bigint>()
    for (const tick of ticks) {
      const change = signedWordAt(changes[next++], 1)
      if (change !== undefined) net.set(tick, change)
    }
    if (net.size === ticks.length) states.set(lowerHex(pool), { ...state, net })
  }
  return states
}

async function readPairs(pairs: readonly PoolToRead[], read: Read): Promise<Map<string, PoolState>> {
  const reserves = await read(pairs.map(({ pool }) => ({ to: pool, data: reservesCall })))
  const states = new Map<string, PoolState>()
  for (const [at, { pool }] of pairs.entries()) {
    const [reserve0, reserve1] = [wordAt(reserves[at], 0), wordAt(reserves[at], 1)]
    if (reserve0 !== undefined && reserve1 !== undefined) states.set(lowerHex(pool), { reserve0, reserve1 })
  }
  return states
}

/** The price, the liquidity and the words to read of each v3 pool. */
async function readPrices(pools: readonly PoolToRead[], read: Read) {
  const results = await read(pools.flatMap(({ pool: to }) => v3Calls.map((data) => ({ to, data }))))
  return pools.flatMap(({ pool, words }, at) => {
    const [slot, active, space] = results.slice(at * 3, at * 3 + 3)
    const [sqrtPrice, tick] = [wordAt(slot, 0), signedWordAt(slot, 1)]
    const [liquidity, spacing] = [wordAt(active, 0), Number(wordAt(space, 0) ?? 0n)]
    if (!sqrtPrice || tick === undefined || liquidity === undefined || spacing <= 0) return []
    const near = wordsAround(Math.floor(Number(tick) / spacing) >> 8, nearWords)
    return [{ pool, sqrtPrice, tick: Number(tick), liquidity, spacing, wanted: [...new Set([...near, ...words])] }]
  })
}

/** The initialized ticks in the wanted words. */
async function readBitmaps(pools: Awaited<ReturnType<typeof readPrices>>, read: Read) {
  const bitmaps = await read(
    pools.flatMap(({ pool, wanted }) => wanted.map((word) => ({ to: pool, data: bitmapCall(word) }))),
  )
  let next = 0
  return pools.map(({ wanted, ...pool }) => {
    const words = new Map<number, readonly number[]>()
    for (const word of wanted) {
      const bitmap = wordAt(bitmaps[next++], 0)
      if (bitmap !== undefined) words.set(word, bitsOf(bitmap))
    }
    const ticks = [...words].flatMap(([word, bits]) => bits.map((bit) => (word * 256 + bit) * pool.spacing))
    return { ...pool, words, ticks }
  })
}

function bitsOf(bitmap: bigint): number[] {
  const bits: number[] = []
  for (let [bit, rest] = [0, bitmap]; rest > 0n; bit++, rest >>= 1n) if (rest & 1n) bits.push(bit)
  return bits
}
