import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { Connector } from '../../model/connector.ts'
import { networkIdOf } from '../../model/findNetwork.ts'
import { openSession } from './openSession.ts'

/** Requests a connection; `state.connectAttempt` and `state.account` hold the outcome. */
export async function connectWallet(
  kit: Kit,
  { connectorId, namespace, wallet }: { connectorId: string; namespace: Namespace; wallet?: Wallet | undefined },
): Promise<void> {
  kit.latest.cancel(`reconnect/${namespace}`)
  await kit.latest('connect', async ({ signal, send }) => {
    send({ type: 'connect/started', connectorId, namespace, ...(wallet ? { wallet } : {}) })
    try {
      const connector =
        kit.connectors.get(namespace, connectorId) ?? (await kit.connectors.seek(namespace, connectorId))
      if (!connector) throw new KitError('connector_missing')
      send({ type: 'wallet/selected', name: wallet?.name ?? connector.name, platform: platformOf(kit, connector) })
      const networkId = networkIdOf(kit.store.get(), namespace)
      const session = await openSession(kit, connector, { silent: false, networkId, signal })
      send({
        type: 'account/connected',
        namespace,
        connectorId,
        how: 'user',
        ...session,
        ...(wallet ? { wallet } : {}),
      })
    } catch (e) {
      const { code, message } = KitError.from(e)
      if (code === 'user_rejected') send({ type: 'connect/declined', namespace })
      else send({ type: 'connect/failed', namespace, code, message })
    }
  })
}

const platformOf = (kit: Kit, { type }: Connector) =>
  type !== 'WALLET_CONNECT' ? 'browser' : kit.store.get().device.mobile ? 'mobile' : 'qrcode'

/** Cancels the attempt; a late response is ignored. */
export function cancelConnect(kit: Kit): void {
  const attempt = kit.store.get().connectAttempt
  kit.latest.cancel('connect')
  if (attempt.phase === 'connecting') kit.store.send({ type: 'connect/cancelled', namespace: attempt.namespace })
}
