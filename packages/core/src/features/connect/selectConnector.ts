import type { Kit } from '../../kit.ts'
import type { MergedConnector } from './mergedConnectors.ts'

/** Opens an installed wallet, or the choice of family if it speaks several. */
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
