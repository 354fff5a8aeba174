import fc from 'fast-check'

/** How many awaits each case tries, other ones in each run; with `KILLED=all` it tries every one. */
const tried = 3

type Ended = { /** The wallet had something to act on. */ acted: boolean }

/**
 * Ends a page at its awaits, one run each. Runs that ended before the wallet had a request are the same to the letter whatever the
 * wallet then does: the first of them, noted in `unasked`, stands for those of its other acts.
 */
export async function endAtAwaits(
  { last, unasked }: { last: number; unasked: Set<number> },
  run: (at: number) => Promise<Ended>,
): Promise<void> {
  const left = Array.from({ length: last }, (_, at) => at + 1).filter((at) => !unasked.has(at))
  const count = process.env.KILLED === 'all' ? left.length : Math.min(tried, left.length)
  const [some = []] = fc.sample(fc.shuffledSubarray(left, { minLength: count, maxLength: count }), 1)
  for (const at of some) if (!(await run(at)).acted) unasked.add(at)
}
