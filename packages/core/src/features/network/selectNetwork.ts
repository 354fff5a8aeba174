import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectedAccount, isConnected } from '../../model/connectedAccount.ts'
import { activeNetworkId, isNetworkApproved } from '../../model/findNetwork.ts'

/** Selects a row of Networks: requests the switch, or shows the wallets of another family. */
export function selectNetwork(kit: Kit, { networkId }: { networkId: CaipNetworkId }): void {
  const state = kit.store.get()
  if (networkId === activeNetworkId(state) || !isNetworkApproved(state, networkId)) return
  const { namespace } = parseCaipNetworkId(networkId)
  const leadsElsewhere = namespace !== state.network.activeNamespace && isConnected(state)
  kit.store.send({
    type: 'modal/pushed',
    view:
      leadsElsewhere && !connectedAccount(state, namespace)
        ? { name: 'SwitchActiveChain', namespace, networkId }
        : { name: 'SwitchNetwork', networkId },
  })
}
