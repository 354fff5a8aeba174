const q192 = 1n << 192n
const maxTick = 887_272

/** Largest integer whose square does not exceed `n`. */
export function integerSquareRoot(n: bigint): bigint {
  if (n < 0n) throw new RangeError('A negative number has no real square root.')
  if (n < 2n) return n
  // Starting above the root, Newton's steps only decrease until they reach it.
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (;;) {
    const next = (root + n / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The pool price at which `amount0` and `amount1` are worth the same, as Uniswap v3 stores it. */
export function sqrtPriceX96(amount0: bigint, amount1: bigint): bigint {
  if (amount0 <= 0n || amount1 <= 0n) throw new RangeError('A price needs a positive amount on both sides.')
  return integerSquareRoot((amount1 * q192) / amount0)
}

/** The tick of a price, within about one tick, which is enough to choose a range. */
export function tickAt(sqrtPrice: bigint): number {
  return Math.floor((2 * Math.log(Number(sqrtPrice) / 2 ** 96)) / Math.log(1.0001))
}

/** Every price that a pool with that spacing can hold. */
export function fullRange(spacing: number): { tickLower: number; tickUpper: number } {
  const edge = Math.floor(maxTick / spacing) * spacing
  return { tickLower: -edge, tickUpper: edge }
}

/** A range of about `ticks` on both sides of a tick, on ticks that the pool can use. */
export function rangeAround(tick: number, ticks: number, spacing: number): { tickLower: number; tickUpper: number } {
  const full = fullRange(spacing)
  return {
    tickLower: Math.max(full.tickLower, Math.floor((tick - ticks) / spacing) * spacing),
    tickUpper: Math.min(full.tickUpper, Math.ceil((tick + ticks) / spacing) * spacing),
  }
}
