import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { ConnectorInfo } from '../../model/connector.ts'
import type { State } from '../../model/state.ts'
import { isWalletOf } from './isWalletOf.ts'

/** Finds the installed connector of a registry wallet. */
export function findConnector(
  state: State,
  wallet: Pick<Wallet, 'id' | 'rdns' | 'name'>,
  namespace: Namespace = state.modal.namespace ?? state.network.activeNamespace,
): ConnectorInfo | undefined {
  return state.connectors.find((c) => c.namespace === namespace && isWalletOf(c, wallet))
}
