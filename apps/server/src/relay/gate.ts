/** Runs a function, or queues it until its turn. */
export type Gate = <T>(run: () => Promise<T>) => Promise<T>

/** Runs at most `max` functions at a time; the others queue in order of arrival. */
export function createGate(most: number): Gate {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (busy < most) busy++
    else await new Promise<void>((done) => waiting.push(done))
    try {
      return await run()
    } finally {
      // The slot goes straight to the next in line, so that no newcomer can take it.
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
