/** Shares work in progress among all callers with the same key; a call after it has finished starts it again. */
export function createTogether<V>() {
  const underWay = new Map<string, Promise<V>>()
  return (key: string, work: () => Promise<V>): Promise<V> => {
    const known = underWay.get(key)
    if (known) return known
    const begun = work().finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }
}
