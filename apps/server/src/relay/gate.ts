/** Runs one thing, or waits until its turn has come. */
export type Gate = <T>(run: () => Promise<T>) => Promise<T>

/** Lets so many run at a time; the others wait in the order in which they came. */
export function createGate(most: number): Gate {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (busy < most) busy++
    else await new Promise<void>((done) => waiting.push(done))
    try {
      return await run()
    } finally {
      // Its place goes to the next, without a moment in which someone else could take it.
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
