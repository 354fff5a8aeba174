/**
 * An exact positive price: `num / den`. Prices stay fractions until they are shown, so nothing is rounded on the way.
 */
export type Ratio = { num: bigint; den: bigint }

/** The inverse price. */
export function inverse({ num, den }: Ratio): Ratio {
  return { num: den, den: num }
}

/** The price along a path of two. */
export function times(a: Ratio, b: Ratio): Ratio {
  return { num: a.num * b.num, den: a.den * b.den }
}

/** The ratio as an integer with `decimals` digits after the point, rounded down. */
export function toFixed({ num, den }: Ratio, decimals: number): bigint {
  return (num * 10n ** BigInt(decimals)) / den
}
