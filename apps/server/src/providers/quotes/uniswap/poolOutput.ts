import { maxTick, minTick, sqrtPriceAt, swapStep } from './v3Maths.ts'

/** A pair of v2: the reserves of its tokens, by address. */
export type V2State = { reserve0: bigint; reserve1: bigint }
/** A pool of v3 at a block, with the part of its ticks that was read. */
export type V3State = {
  sqrtPrice: bigint
  tick: number
  liquidity: bigint
  spacing: number
  /** The initialized ticks of each word of the bitmap that was read, as bits in ascending order. */
  words: ReadonlyMap<number, readonly number[]>
  /** The change of liquidity when a tick is crossed upward. */
  net: ReadonlyMap<number, bigint>
}

/** An amount, or the word of the bitmap that has to be read first. */
export type PoolOutput = { amountOut: bigint; crossed: number } | { missing: number }

/** Output of a pair, as v2's library computes it. */
export function v2Output({ reserve0, reserve1 }: V2State, isZeroIn: boolean, amount: bigint): bigint {
  const [reserveIn, reserveOut] = isZeroIn ? [reserve0, reserve1] : [reserve1, reserve0]
  if (reserveIn === 0n || reserveOut === 0n) return 0n
  const net = amount * 997n
  return (net * reserveOut) / (reserveIn * 1_000n + net)
}

const [minPrice, maxPrice] = [sqrtPriceAt(minTick) + 1n, sqrtPriceAt(maxTick) - 1n]
/** More ranges than any swap that a node would run. */
const maxSteps = 2_000

/** Output of a v3 pool. Like its quoter, it returns what a pool without enough liquidity has. */
export function v3Output(state: V3State, feePips: number, isZeroIn: boolean, amount: bigint): PoolOutput {
  let { sqrtPrice, tick, liquidity } = state
  const limit = isZeroIn ? minPrice : maxPrice
  let [left, amountOut, crossed] = [amount, 0n, 0]
  for (let step = 0; left > 0n && sqrtPrice !== limit; step++) {
    const next = nextTick(state, tick, isZeroIn)
    if (next === undefined || step > maxSteps) return { missing: wordOf(state, tick, isZeroIn) }
    const nextPrice = sqrtPriceAt(next.tick)
    const target = (isZeroIn ? nextPrice < limit : nextPrice > limit) ? limit : nextPrice
    const done = swapStep(sqrtPrice, target, liquidity, left, feePips)
    left -= done.amountIn + done.fee
    amountOut += done.amountOut
    sqrtPrice = done.price
    if (sqrtPrice !== nextPrice) break
    if (next.isInitialized) {
      const net = state.net.get(next.tick) ?? 0n
      liquidity += isZeroIn ? -net : net
      crossed++
    }
    tick = isZeroIn ? next.tick - 1 : next.tick
  }
  return { amountOut, crossed }
}

/** The word of the bitmap in which the search for the next tick starts. */
function wordOf({ spacing }: V3State, tick: number, isDown: boolean): number {
  const compressed = Math.floor(tick / spacing) + (isDown ? 0 : 1)
  return compressed >> 8
}

/**
 * The next initialized tick within its word of the bitmap, otherwise the word's last: the contracts stop there and
 * round, so the same steps are taken here.
 */
function nextTick(state: V3State, tick: number, isDown: boolean): { tick: number; isInitialized: boolean } | undefined {
  const { spacing, words } = state
  const compressed = Math.floor(tick / spacing) + (isDown ? 0 : 1)
  const [word, bit] = [compressed >> 8, compressed & 255]
  const bits = words.get(word)
  if (!bits) return undefined
  const nearest = isDown ? bits.findLast((one) => one <= bit) : bits.find((one) => one >= bit)
  const next = (word * 256 + (nearest ?? (isDown ? 0 : 255))) * spacing
  return { tick: Math.min(Math.max(next, minTick), maxTick), isInitialized: nearest !== undefined }
}
