/** The smallest number up to `high` for which `works` holds, to within a fiftieth, given that it holds for `high`. */
export async function smallestThatWorks(high: bigint, works: (n: bigint) => Promise<boolean>): Promise<bigint> {
  let low = 0n
  let best = high
  while (best - low > best / 50n && best - low > 1n) {
    const middle = (low + best) / 2n
    if (await works(middle)) best = middle
    else low = middle
  }
  return best
}
