import type { Namespace } from '@billfold/protocol/caip'
import type { Connector } from '../model/connector.ts'
import type { Connectors } from '../model/connectors.ts'

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
