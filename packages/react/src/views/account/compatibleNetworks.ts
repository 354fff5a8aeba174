import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { isNetworkApproved, requestedNetworks } from '@billfold/core/model/findNetwork'
import type { Network } from '@billfold/core/model/network'
import type { State } from '@billfold/core/model/state'

/**
 * The networks on which the shown address is the visitor's own: those of its family that the wallet knows. A smart account's may be
 * another one elsewhere, so it is shown for its own network alone.
 */
export const compatibleNetworks = (state: State): readonly Network[] => {
  const account = connectedAccount(state)
  const isHere = ({ networkId }: Network) => account?.type !== 'smartAccount' || networkId === account.networkId
  return requestedNetworks(state, state.network.activeNamespace).filter(
    (network) => isHere(network) && isNetworkApproved(state, network.networkId),
  )
}
