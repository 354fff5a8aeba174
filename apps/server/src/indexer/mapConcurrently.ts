/** Runs `task` over all items, at most `limit` at a time, and keeps their order; the first failure ends it. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  let hasFailed = false
  async function work() {
    while (next < items.length && !hasFailed) {
      const index = next++
      try {
        results[index] = await task(items[index] as T)
      } catch (e) {
        hasFailed = true
        throw e
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
