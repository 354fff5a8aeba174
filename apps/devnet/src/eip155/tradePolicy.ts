/** A trade to make: the direction for the price of token0, and the distance (in its logarithm). */
export type Trade = { direction: 'up' | 'down'; move: number }

/** The largest single move, as a part of the band. */
const stepsToEdge = 8
// The fee of a trade stays in the pool and pushes its price slightly further than requested.
const feeMargin = 1.01

/**
 * Chooses a random trade that leans towards the anchor the more the further the price is from it, and that never leaves
 * the band: prices move for days without running away. `deviation` and `band` are logarithms of price ratios.
 */
export function decideTrade(input: { deviation: number; band: number; random: () => number }): Trade {
  const { deviation, band, random } = input
  const pull = Math.max(-1, Math.min(1, deviation / band))
  const wished = random() < (1 - pull) / 2 ? 1 : -1
  const move = (band / stepsToEdge) * (0.2 + 0.8 * random())
  const leaves = Math.abs(deviation + wished * move * feeMargin) > band
  const sign = leaves ? (deviation > 0 ? -1 : 1) : wished
  return { direction: sign > 0 ? 'up' : 'down', move }
}

const precision = 10n ** 12n

/** The amount that moves a constant-product pool's price by `move`; `fee` in hundredths of a basis point. */
export function amountInFor(reserveIn: bigint, move: number, fee: number): bigint {
  const growth = Math.expm1(move / 2) / (1 - fee / 1_000_000)
  const amount = (reserveIn * BigInt(Math.round(growth * Number(precision)))) / precision
  return amount > 0n ? amount : 1n
}
