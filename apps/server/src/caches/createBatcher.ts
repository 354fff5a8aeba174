type Waiting<T, R> = { item: T; done: (result: R) => void; fail: (e: unknown) => void }

/**
 * Does for many at once what each asks for alone: while `atOnce` groups of up to `most` are under way, the next one gathers. Results in
 * the order of the items.
 */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most = 500, atOnce = 1 }: { most?: number; atOnce?: number } = {},
) {
  let waiting: Waiting<T, R>[] = []
  let running = 0

  async function run() {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(group.map(({ item }) => item))
        for (const [at, { done }] of group.entries()) done(results[at]!)
      } catch (e) {
        for (const { fail } of group) fail(e)
      }
    }
    running -= 1
  }

  return (item: T): Promise<R> =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail })
      if (running >= atOnce) return
      running += 1
      // Anyone else who asks in this turn goes along.
      queueMicrotask(run)
    })
}
