import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { findNetwork, networkIdOf } from '../../model/findNetwork.ts'
import { walletUrlsOf } from '../../model/rpcUrlsOf.ts'

/**
 * Switches to a network, in the wallet too if it has a chain of its own. Views read the outcome in `state.switchAttempt`; callers
 * without a view get the error that ended their own attempt, which is `aborted` if a newer one replaced it.
 */
export async function switchNetwork(
  kit: Kit,
  { networkId }: { networkId: CaipNetworkId },
): Promise<KitError | undefined> {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  if (!network) {
    const error = new KitError('network_unknown', { message: `Network not found: ${networkId}` })
    kit.store.send({ type: 'switch/started', networkId })
    kit.store.send({ type: 'switch/failed', networkId, code: error.code, message: error.message })
    return error
  }
  const { namespace } = network
  const account = connectedAccount(state, namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  if (!account || !connector) {
    kit.store.send({ type: 'network/selected', networkId })
    return undefined
  }
  let error: KitError | undefined
  await kit.latest('switch', async ({ signal, send }) => {
    send({ type: 'switch/started', networkId })
    try {
      if (networkIdOf(state, namespace) !== networkId)
        await connector.switchNetwork?.(network, walletUrlsOf(state, network), signal)
      send({ type: 'switch/succeeded', namespace, connectorId: connector.id, networkId })
      if (signal.aborted) error = superseded()
    } catch (e) {
      error = signal.aborted ? superseded() : KitError.from(e)
      const { code, message } = error
      if (code === 'user_rejected') send({ type: 'switch/declined', networkId })
      else send({ type: 'switch/failed', networkId, code, message })
    }
  })
  return error
}

const superseded = () =>
  new KitError('aborted', { message: 'The network switch was cancelled or replaced by a newer one' })

/** Stops waiting for the wallet; if it still switches, its event says so. */
export function cancelSwitch(kit: Kit): void {
  kit.latest.cancel('switch')
  if (kit.store.get().switchAttempt.phase === 'switching') kit.store.send({ type: 'switch/cancelled' })
}
