/** Runs tasks one after the other, in the order they were given; a failed one does not hold up the next. */
export function createSerialQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const run = tail.then(task)
    // The caller of this task hears of its failure; the queue only needs to know that it is over.
    tail = run.catch(() => undefined)
    return run
  }
}
