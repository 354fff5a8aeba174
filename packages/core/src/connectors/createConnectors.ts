import type { Namespace } from '@billfold/protocol/caip'
import type { Connector } from './connector.ts'

/** A kit's live connectors, for the static data in the store. */
export type Connectors = {
  get(namespace: Namespace, id: string): Connector | undefined
  /** The same, after every search has run: some load their code first. */
  seek(namespace: Namespace, id: string): Promise<Connector | undefined>
  /** False if one with the same id and namespace exists: the first stays. */
  add(connector: Connector): boolean
  all(): Iterable<Connector>
  /** Runs the wallet discovery once; resolves when all searches have finished. */
  ask(): unknown
}

/** An empty registry; the first lookup runs the discovery. */
export function createConnectors(ask: () => unknown): Connectors {
  const byKey = new Map<string, Connector>()
  const keyOf = (namespace: Namespace, id: string) => `${namespace}/${id}`
  return {
    ask,
    all() {
      ask()
      return byKey.values()
    },
    get(namespace, id) {
      ask()
      return byKey.get(keyOf(namespace, id))
    },
    async seek(namespace, id) {
      await ask()
      return byKey.get(keyOf(namespace, id))
    },
    add(connector) {
      const key = keyOf(connector.namespace, connector.id)
      if (byKey.has(key)) return false
      byKey.set(key, connector)
      return true
    },
  }
}
