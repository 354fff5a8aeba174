import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { ConnectorInfo } from '../../connectors/connector.ts'
import type { State } from '../../store.ts'

/** Two rdns that name one wallet: on a phone MetaMask calls itself otherwise. */
export const sameRdns = (a: string | null | undefined, b: string | null | undefined): boolean =>
  Boolean(a) && Boolean(b) && plainRdns(a!) === plainRdns(b!)

export const plainRdns = (rdns: string): string => (rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns)

/** The installed connector of a registry wallet, by its id or its rdns; one that has neither matches nothing. */
export function findConnector(
  state: State,
  wallet: Pick<Wallet, 'id' | 'rdns'>,
  namespace: Namespace = state.modal.namespace ?? state.network.activeNamespace,
): ConnectorInfo | undefined {
  return state.connectors.find(
    (c) => c.namespace === namespace && (c.explorerId === wallet.id || sameRdns(c.rdns, wallet.rdns)),
  )
}
