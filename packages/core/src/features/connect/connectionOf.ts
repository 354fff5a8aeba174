import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import { walletConnectId } from '../../model/connector.ts'
import type { View } from '../../model/modal.ts'
import type { State } from '../../model/state.ts'
import { sharesRelay } from '../wallets/sharesRelay.ts'

/** The connection that a view waits for, if any: mounting requests it, “try again” requests it again. */
export function connectionOf(
  state: State,
  view: View,
): { connectorId: string; namespace: Namespace; wallet?: Wallet | undefined } | undefined {
  const namespace = state.modal.namespace ?? state.network.activeNamespace
  switch (view.name) {
    case 'ConnectingExternal':
      return { connectorId: view.connectorId, namespace: view.namespace, wallet: view.wallet }
    case 'ConnectingWalletConnect':
      // Offered to no relay that the wallet does not use: no one would respond.
      return sharesRelay(state.options, view.wallet)
        ? { connectorId: walletConnectId, namespace, wallet: view.wallet }
        : undefined
    case 'ConnectingWalletConnectBasic':
      // On a phone it is a list of apps: there is no second device to scan a code.
      return state.device.mobile ? undefined : { connectorId: walletConnectId, namespace }
    default:
      return undefined
  }
}
