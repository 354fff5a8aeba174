import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { networkIdOf } from '../../model/findNetwork.ts'
import { openSession } from './openSession.ts'
import { restoredAccount } from './restoredAccount.ts'

export const reconnectWaitMs = 3000

/**
 * Reconnects without a prompt. After three seconds the page counts as disconnected and stops waiting; a wallet that
 * wakes up later still connects, unless something newer happened.
 */
export async function reconnectWallet(kit: Kit, { namespace }: { namespace: Namespace }): Promise<void> {
  const connectorId = kit.store.get().remembered[namespace]
  if (connectorId === undefined || kit.store.get().account[namespace].status === 'connected') return
  await kit.latest(`reconnect/${namespace}`, async ({ signal, send }) => {
    send({ type: 'account/reconnecting', namespace, connectorId })
    const waited = Promise.withResolvers<void>()
    const stop = kit.ports.clock.after(reconnectWaitMs, () => {
      send({ type: 'account/reconnectFailed', namespace })
      waited.resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      waited.resolve()
    })
    const connector = kit.connectors.get(namespace, connectorId)
    // Not announced yet: `connector/announced` runs this again.
    if (!connector) return waited.promise
    try {
      const networkId = networkIdOf(kit.store.get(), namespace)
      const session = await openSession(kit, connector, { silent: true, networkId, signal })
      const account = restoredAccount(kit.store.get(), { namespace, connectorId }, session.accounts)
      send({ type: 'account/connected', namespace, connectorId, how: 'reconnect', account, ...session })
    } catch (e) {
      kit.ports.log.info(`Not reconnected: ${connector.name} (${KitError.from(e).message})`)
      send({ type: 'account/reconnectFailed', namespace })
    } finally {
      stop()
    }
  })
}
