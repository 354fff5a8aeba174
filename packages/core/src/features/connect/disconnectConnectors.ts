import { type Namespace, namespaces } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectionsOf } from './connections.ts'

const waitMs = 3000

export type ConnectorRef = { namespace: Namespace; connectorId: string }

/** A family's wallets, the current one last, so that no wallet takes over while all disconnect. */
export function placesOf(kit: Kit, namespace: Namespace): readonly ConnectorRef[] {
  const state = kit.store.get()
  const current = connectedAccount(state, namespace)?.connectorId
  const beside = connectionsOf(state, namespace).filter(({ connectorId }) => connectorId !== current)
  return [...beside.map(({ connectorId }) => connectorId), ...(current === undefined ? [] : [current])].map(
    (connectorId) => ({ namespace, connectorId }),
  )
}

/** A session may span families: disconnecting it in one does so in all. */
function linkedWith(kit: Kit, places: readonly ConnectorRef[]): readonly ConnectorRef[] {
  const isListed = (place: ConnectorRef) =>
    places.some(({ namespace, connectorId }) => namespace === place.namespace && connectorId === place.connectorId)
  const linked = namespaces
    .flatMap((namespace) => placesOf(kit, namespace))
    .filter(
      (place) =>
        !isListed(place) &&
        kit.connectors.get(place.namespace, place.connectorId)?.linked &&
        places.some(({ connectorId }) => connectorId === place.connectorId),
    )
  return [...linked, ...places]
}

/** Disconnects wallets and those linked with them, even if they fail; `namespace` is the requested family. */
export async function disconnectConnectors(
  kit: Kit,
  targets: readonly ConnectorRef[],
  namespace?: Namespace,
): Promise<void> {
  const places = linkedWith(kit, targets)
  const failures: string[] = []
  await Promise.all(
    places.map(async (place) => {
      const connector = kit.connectors.get(place.namespace, place.connectorId)
      kit.latest.cancel(`restore/${place.namespace}/${place.connectorId}`)
      if (isCurrent(kit, place)) {
        kit.latest.cancel(`reconnect/${place.namespace}`)
        kit.store.send({ type: 'account/disconnected', namespace: place.namespace, by: 'user' })
      } else kit.store.send({ type: 'connection/left', by: 'user', ...place })
      try {
        await withDeadline(kit.ports.clock, waitMs, connector?.disconnect() ?? Promise.resolve())
      } catch (e) {
        const { message, cause } = KitError.from(e)
        const reason = cause instanceof Error ? cause.message : message
        failures.push(`Failed to disconnect chain ${place.namespace}: ${reason}`)
      }
    }),
  )
  if (failures.length === 0) return kit.store.send({ type: 'disconnect/succeeded', namespace })
  const message = failures.join(', ')
  kit.ports.log.error(message)
  kit.store.send({ type: 'disconnect/failed', message })
}

/** Whether the family uses this wallet, or would reconnect to it. */
function isCurrent(kit: Kit, { namespace, connectorId }: ConnectorRef): boolean {
  const state = kit.store.get()
  return (connectedAccount(state, namespace)?.connectorId ?? state.remembered[namespace]) === connectorId
}
