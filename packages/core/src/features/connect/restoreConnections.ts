import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { networkIdOf } from '../../model/findNetwork.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { findConnection } from './connections.ts'
import { openSession } from './openSession.ts'
import { restoredAccount } from './restoredAccount.ts'

const waitMs = 10_000

/** Restores all connections except the current ones, if they are available and still trust this page. */
export function restoreConnections(kit: Kit): void {
  const { connections, remembered } = kit.store.get()
  for (const namespace of namespaces)
    for (const connectorId of connections[namespace]?.known ?? [])
      if (connectorId !== remembered[namespace]) void restoreConnection(kit, { namespace, connectorId })
}

/** Restores one connection without a prompt; one that does not respond stays known. */
export async function restoreConnection(
  kit: Kit,
  { namespace, connectorId }: { namespace: Namespace; connectorId: string },
): Promise<void> {
  const connector = kit.connectors.get(namespace, connectorId)
  if (!connector || findConnection(kit.store.get(), { namespace, connectorId })) return
  await kit.latest(`restore/${namespace}/${connectorId}`, async ({ signal, send }) => {
    try {
      const networkId = networkIdOf(kit.store.get(), namespace)
      const opened = openSession(kit, connector, { silent: true, networkId, signal })
      const session = await withDeadline(kit.ports.clock, waitMs, opened)
      const account = restoredAccount(kit.store.get(), { namespace, connectorId }, session.accounts)
      send({ type: 'connection/restored', namespace, connectorId, account, ...session })
    } catch (e) {
      kit.ports.log.info(`Not restored: ${connector.name} (${KitError.from(e).message})`)
    }
  })
}
