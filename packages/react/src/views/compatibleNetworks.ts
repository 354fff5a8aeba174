import { isNetworkApproved, type Network, requestedNetworks } from '@billfold/core/features/network/network'
import type { State } from '@billfold/core/store'

/** The networks on which the shown address is the visitor's own: those of its family that the wallet knows. */
export const compatibleNetworks = (state: State): readonly Network[] =>
  requestedNetworks(state, state.network.activeNamespace).filter(({ networkId }) => isNetworkApproved(state, networkId))
