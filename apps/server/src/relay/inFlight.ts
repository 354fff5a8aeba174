/** Counts what was asked and is not answered yet. */
export function createInFlight() {
  let requests = 0
  let whenNone: (() => void) | undefined
  return {
    add(n: 1 | -1): void {
      requests += n
      if (requests === 0) whenNone?.()
    },
    /** Waits until all of it is answered, or for so long. */
    async settled(patienceMs: number): Promise<void> {
      const answered = new Promise<void>((done) => (requests === 0 ? done() : (whenNone = done)))
      await Promise.race([answered, new Promise((done) => setTimeout(done, patienceMs).unref())])
    },
  }
}
