import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectedAccount, connectedNamespaces } from '../account/account.ts'

const waitMs = 3000

/** Leaves one family's wallet and those linked with it, or all. The page is disconnected whatever the wallets say. */
export async function disconnect(kit: Kit, { namespace }: { namespace?: Namespace } = {}): Promise<void> {
  const leaving = namespace ? linkedWith(kit, namespace) : connectedNamespaces(kit.store.get())
  const failures: string[] = []
  await Promise.all(
    leaving.map(async (each) => {
      const connectorId = connectedAccount(kit.store.get(), each)?.connectorId
      const connector = connectorId === undefined ? undefined : kit.connectors.get(each, connectorId)
      kit.latest.cancel(`reconnect/${each}`)
      kit.store.send({ type: 'account/disconnected', namespace: each, by: 'user' })
      try {
        await withDeadline(kit.ports.clock, waitMs, connector?.disconnect() ?? Promise.resolve())
      } catch (e) {
        const { message, cause } = KitError.from(e)
        const said = cause instanceof Error ? cause.message : message
        failures.push(`Failed to disconnect chain ${each}: ${said}`)
      }
    }),
  )
  if (failures.length === 0) return kit.store.send({ type: 'disconnect/succeeded', namespace })
  const message = failures.join(', ')
  kit.ports.log.error(message)
  kit.store.send({ type: 'disconnect/failed', message })
}

function linkedWith(kit: Kit, namespace: Namespace): readonly Namespace[] {
  const own = connectedAccount(kit.store.get(), namespace)
  if (!own) return []
  const isLinked = kit.connectors.get(namespace, own.connectorId)?.linked
  return connectedNamespaces(kit.store.get()).filter(
    (n) => n === namespace || (isLinked && connectedAccount(kit.store.get(), n)?.connectorId === own.connectorId),
  )
}
