/** Counts in-flight requests. */
export function createInFlight() {
  let requests = 0
  let whenNone: (() => void) | undefined
  return {
    add(n: 1 | -1): void {
      requests += n
      if (requests === 0) whenNone?.()
    },
    /** Waits until all are answered, or the time is up. */
    async settled(patienceMs: number): Promise<void> {
      const answered = new Promise<void>((done) => (requests === 0 ? done() : (whenNone = done)))
      await Promise.race([answered, new Promise((done) => setTimeout(done, patienceMs).unref())])
    },
  }
}
