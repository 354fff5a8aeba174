import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../account/account.ts'
import { findNetwork, networkIdOf } from './network.ts'
import { walletUrlsOf } from './rpcUrlsOf.ts'

/** Goes to another network: the wallet is asked where it has a chain of its own; how it went is in `state.switchAttempt`. */
export async function switchNetwork(kit: Kit, { networkId }: { networkId: CaipNetworkId }): Promise<void> {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  if (!network) {
    kit.store.send({ type: 'switch/started', networkId })
    kit.store.send({
      type: 'switch/failed',
      networkId,
      code: 'network_unknown',
      message: `Network not found: ${networkId}`,
    })
    return
  }
  const { namespace } = network
  const account = connectedAccount(state, namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  if (!account || !connector) return kit.store.send({ type: 'network/selected', networkId })
  await kit.latest('switch', async ({ signal, send }) => {
    send({ type: 'switch/started', networkId })
    try {
      if (networkIdOf(state, namespace) !== networkId)
        await connector.switchNetwork?.(network, walletUrlsOf(state, network), signal)
      send({ type: 'switch/succeeded', namespace, networkId })
    } catch (e) {
      const { code, message } = KitError.from(e)
      if (code === 'user_rejected') send({ type: 'switch/declined', networkId })
      else send({ type: 'switch/failed', networkId, code, message })
    }
  })
}

/** Stops waiting for the wallet; should it still go there, it will say so itself. */
export function cancelSwitch(kit: Kit): void {
  kit.latest.cancel('switch')
  if (kit.store.get().switchAttempt.phase === 'switching') kit.store.send({ type: 'switch/cancelled' })
}
