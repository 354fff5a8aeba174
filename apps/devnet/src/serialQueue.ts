/** Runs tasks one after the other, in order; a failed one does not hold up the next. */
export function createSerialQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const run = tail.then(task)
    // The caller handles the failure; the queue only waits for the end.
    tail = run.catch(() => undefined)
    return run
  }
}
