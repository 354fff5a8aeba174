import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { isWrongNetwork } from '../../model/findNetwork.ts'
import type { View } from '../../model/modal.ts'
import type { State } from '../../model/state.ts'

/** Opens the modal on the named view, otherwise on Account, the unsupported-network view, or Connect. */
export function openModal(kit: Kit, { view, namespace }: { view?: View; namespace?: Namespace } = {}): void {
  if (namespace) kit.store.send({ type: 'network/namespaceActivated', namespace })
  kit.store.send({
    type: 'modal/opened',
    view: view ?? startView(kit.store.get(), namespace),
    ...(namespace ? { namespace } : {}),
  })
}

/** The initial view. */
export function startView(state: State, namespace?: Namespace): View {
  if (!connectedAccount(state, namespace)) return { name: 'Connect' }
  return isWrongNetwork(state, namespace) ? { name: 'UnsupportedChain' } : { name: 'Account' }
}
