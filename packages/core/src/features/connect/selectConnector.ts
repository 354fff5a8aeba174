import type { Kit } from '../../kit.ts'
import type { MergedConnector } from './mergedConnectors.ts'

/** An installed wallet was picked: straight to it, or first to the choice of family where it speaks several. */
export function selectConnector(kit: Kit, { connector }: { connector: MergedConnector }): void {
  const [first, ...others] = connector.connectors
  kit.store.send({
    type: 'modal/pushed',
    view:
      others.length > 0
        ? { name: 'ConnectingMultiChain', connectorId: first.id }
        : { name: 'ConnectingExternal', connectorId: first.id, namespace: first.namespace },
  })
}
