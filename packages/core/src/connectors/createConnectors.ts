import type { Namespace } from '@billfold/protocol/caip'
import type { Connector } from './connector.ts'

/** The live connectors of one kit: what the store's plain infos stand for. */
export type Connectors = {
  get(namespace: Namespace, id: string): Connector | undefined
  /** The same, once every search has asked: the code of some comes first. */
  seek(namespace: Namespace, id: string): Promise<Connector | undefined>
  /** False when one with the same id and namespace is there already: the first to come stays. */
  add(connector: Connector): boolean
  all(): Iterable<Connector>
  /** Has the page's wallets say now that they are there, once; resolves when all have been asked. */
  ask(): unknown
}

/** An empty registry; who looks into it has the page's wallets asked first. */
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
