import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { isConnected } from '../../model/connectedAccount.ts'
import { findNetwork, requestedNetworks } from '../../model/findNetwork.ts'

/** Removes a network, while disconnected and if another of its family remains. */
export function removeNetwork(kit: Kit, { networkId }: { networkId: CaipNetworkId }): void {
  const state = kit.store.get()
  const network = findNetwork(state, networkId)
  const refuse = (message: string) => new KitError('invalid_request', { message })
  if (!network) throw new KitError('network_unknown', { message: `Network with ID ${networkId} not found` })
  if (isConnected(state)) throw refuse('Cannot remove a network while connected')
  if (requestedNetworks(state, network.namespace).length === 1)
    throw refuse('Cannot remove last network for a namespace')
  kit.store.send({ type: 'network/removed', networkId })
}
