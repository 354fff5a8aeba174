type State = {
  /** The processes that index now, with the chains that each can, in the order of their ids. */
  workers: readonly { id: string; chains: readonly number[] }[]
  leases: readonly { chainId: number; holder: string; isOver: boolean }[]
}

/**
 * Which free chains a process takes, and which of its own it should give up. Every process computes the same division, so that they
 * rarely reach for the same chain: a free one goes to the process with the fewest, and a process with two more than another gives one up.
 */
export function divideChains(id: string, { workers, leases }: State): { free: number[]; surplus: number | undefined } {
  const held = new Map(workers.map((worker) => [worker.id, [] as number[]]))
  const taken = new Set<number>()
  for (const { chainId, holder, isOver } of leases) {
    if (isOver) continue
    taken.add(chainId)
    held.get(holder)?.push(chainId)
  }
  const countOf = (worker: { id: string }) => held.get(worker.id)!.length
  const known = [...new Set(workers.flatMap(({ chains }) => chains))].sort((a, b) => a - b)
  const free: number[] = []
  for (const chain of known.filter((each) => !taken.has(each))) {
    const [next] = workers.filter(({ chains }) => chains.includes(chain)).sort((a, b) => countOf(a) - countOf(b))
    if (!next) continue
    held.get(next.id)!.push(chain)
    if (next.id === id) free.push(chain)
  }
  const own = held.get(id) ?? []
  const surplus = own.findLast(
    (chain) =>
      !free.includes(chain) &&
      workers.some((other) => other.chains.includes(chain) && countOf(other) + 2 <= own.length),
  )
  return { free, surplus }
}
