import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { requestedNetworks } from '../../model/findNetwork.ts'

/** Switches families: to its account if it has one, otherwise to its list of wallets. */
export function switchActiveChain(
  kit: Kit,
  { namespace, networkId }: { namespace: Namespace; networkId?: CaipNetworkId | undefined },
): void {
  if (requestedNetworks(kit.store.get(), namespace).length === 0) return
  const isThere = connectedAccount(kit.store.get(), namespace) !== undefined
  if (networkId && !isThere) kit.store.send({ type: 'network/selected', networkId })
  kit.store.send({ type: 'network/namespaceActivated', namespace })
  kit.store.send({ type: 'modal/reset', view: { name: isThere ? 'Account' : 'Connect' }, namespace })
}
