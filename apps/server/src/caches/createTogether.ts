/** Does the same work once for however many want it while it is under way; anyone who comes after that has it done anew. */
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
