import fc from 'fast-check'

/** Awaits sampled per case, different in each run; `KILLED=all` runs every one. */
const tried = 3

type Ended = { /** The wallet had something to act on. */ acted: boolean }

/**
 * Ends a page at its awaits, one run each. Runs that end before the wallet had a request are identical for every act of
 * the wallet: the first of them, recorded in `unasked`, stands for the others.
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
