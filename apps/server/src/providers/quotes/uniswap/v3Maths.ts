/** Fixed-point arithmetic of v3's pools, rounded as the contracts round: quotes match them to the unit. */

const q96 = 1n << 96n
const million = 1_000_000n
const maxUint256 = (1n << 256n) - 1n
export const [minTick, maxTick] = [-887_272, 887_272]

const mulDivUp = (a: bigint, b: bigint, divisor: bigint): bigint => divideUp(a * b, divisor)
const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** 1.0001^(-2^i / 2) for each bit of a tick, rounded to 128 binary digits after the point. */
const factors: readonly bigint[] = (() => {
  const digits = 600n
  let power = squareRoot((((1n << digits) * 10_000n) / 10_001n) << digits)
  return Array.from({ length: 20 }, () => {
    const factor = (power + (1n << (digits - 129n))) >> (digits - 128n)
    power = (power * power) >> digits
    return factor
  })
})()

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

const sqrtPrices = new Map<number, bigint>()
const maxRemembered = 20_000

/** The square root of the price at a tick, with 96 binary digits after the point. */
export function sqrtPriceAt(tick: number): bigint {
  const known = sqrtPrices.get(tick)
  if (known !== undefined) return known
  let ratio = 1n << 128n
  const size = Math.abs(tick)
  for (let bit = 0; bit < factors.length; bit++) if (size & (1 << bit)) ratio = (ratio * factors[bit]!) >> 128n
  if (tick > 0) ratio = maxUint256 / ratio
  const price = divideUp(ratio, 1n << 32n)
  if (sqrtPrices.size >= maxRemembered) sqrtPrices.clear()
  sqrtPrices.set(tick, price)
  return price
}

const amount0 = (low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint => {
  const numerator = liquidity << 96n
  return isUp ? divideUp(mulDivUp(numerator, high - low, high), low) : (numerator * (high - low)) / high / low
}
const amount1 = (low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint =>
  isUp ? mulDivUp(liquidity, high - low, q96) : (liquidity * (high - low)) / q96

/** The price after `amount` of token0 went in, rounded so that the pool gives no more than it should. */
function priceAfter0(price: bigint, liquidity: bigint, amount: bigint): bigint {
  const numerator = liquidity << 96n
  const product = amount * price
  // The contracts take a second formula where the first would not fit 256 bits, and it rounds differently.
  if (product <= maxUint256 && numerator + product <= maxUint256) return mulDivUp(numerator, price, numerator + product)
  return divideUp(numerator, numerator / price + amount)
}

type Step = { price: bigint; amountIn: bigint; amountOut: bigint; fee: bigint }

/** Swaps within one range of constant liquidity, at most up to the target price. */
export function swapStep(price: bigint, target: bigint, liquidity: bigint, left: bigint, feePips: number): Step {
  const isDown = price >= target
  const [low, high] = isDown ? [target, price] : [price, target]
  const fee = BigInt(feePips)
  const net = (left * (million - fee)) / million
  const toTarget = isDown ? amount0(low, high, liquidity, true) : amount1(low, high, liquidity, true)
  if (net >= toTarget) {
    const amountOut = isDown ? amount1(low, high, liquidity, false) : amount0(low, high, liquidity, false)
    return { price: target, amountIn: toTarget, amountOut, fee: mulDivUp(toTarget, fee, million - fee) }
  }
  const next = isDown ? priceAfter0(price, liquidity, net) : price + (net * q96) / liquidity
  // Rounding can still end exactly at the target; then the fee is that of a whole range.
  const isWhole = next === target
  const amountIn = isWhole
    ? toTarget
    : isDown
      ? amount0(next, price, liquidity, true)
      : amount1(price, next, liquidity, true)
  const amountOut = isDown ? amount1(next, price, liquidity, false) : amount0(price, next, liquidity, false)
  return { price: next, amountIn, amountOut, fee: isWhole ? mulDivUp(amountIn, fee, million - fee) : left - amountIn }
}
