import type { ServerChain } from './serverChain.ts'

/** The chains a server answers for. The local network's come when it answers, so the list may grow. */
export type Chains = {
  list(): readonly ServerChain[]
  get(id: string): ServerChain | undefined
  /** Hears of every chain: those known now, at once, and each that comes or changes later. */
  watch(onChain: (chain: ServerChain) => void): () => void
}

/** A list of chains that may still grow. */
export function createChains(known: readonly ServerChain[] = []): Chains & { add(chain: ServerChain): void } {
  const chains = new Map(known.map((chain) => [chain.id as string, chain]))
  const watchers = new Set<(chain: ServerChain) => void>()
  return {
    list: () => [...chains.values()],
    get: (id) => chains.get(id),
    watch(onChain) {
      watchers.add(onChain)
      for (const chain of chains.values()) onChain(chain)
      return () => void watchers.delete(onChain)
    },
    add(chain) {
      if (JSON.stringify(chains.get(chain.id), withBigints) === JSON.stringify(chain, withBigints)) return
      chains.set(chain.id, chain)
      for (const watcher of [...watchers]) watcher(chain)
    },
  }
}

const withBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
