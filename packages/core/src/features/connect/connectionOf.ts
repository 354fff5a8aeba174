import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import { walletConnectId } from '../../connectors/connector.ts'
import type { State } from '../../store.ts'
import type { View } from '../modal/modal.ts'

/** What a view waits for, if it waits for a wallet to connect: being there asks, and "try again" asks again. */
export function connectionOf(
  state: State,
  view: View,
): { connectorId: string; namespace: Namespace; wallet?: Wallet | undefined } | undefined {
  const namespace = state.modal.namespace ?? state.network.activeNamespace
  switch (view.name) {
    case 'ConnectingExternal':
      return { connectorId: view.connectorId, namespace: view.namespace, wallet: view.wallet }
    case 'ConnectingWalletConnect':
      return { connectorId: walletConnectId, namespace, wallet: view.wallet }
    case 'ConnectingWalletConnectBasic':
      // On a phone it is a list of apps: there is no one to hold up a code to.
      return state.device.mobile ? undefined : { connectorId: walletConnectId, namespace }
    default:
      return undefined
  }
}
