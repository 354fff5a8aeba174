import type { Namespace } from '@billfold/protocol/caip'
import { forgetAddresses } from '../features/account/forgetAddresses.ts'
import { connectionsOf } from '../features/connect/connections.ts'
import { switchConnection } from '../features/connect/switchConnection.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { currentView } from '../features/modal/modal.ts'
import { openModal } from '../features/modal/openModal.ts'
import { ruleOf } from '../features/modal/viewRules.ts'
import type { Kit } from '../kit.ts'
import { connectedNamespaces } from '../model/connectedAccount.ts'
import { isWrongNetwork } from '../model/findNetwork.ts'
import type { View } from '../model/modal.ts'
import type { State } from '../model/state.ts'
import { goOn, leaveSwitching } from './leaveSwitching.ts'
import type { Reaction } from './reaction.ts'

/** A connected account ends the views that wait for one; a lost account ends those that need it. */
export const reactToAccount: Reaction = (kit, [event, now]) => {
  switch (event.type) {
    case 'account/connected':
      // Loading a page opens nothing: the button shows the wrong network.
      if (event.how === 'user' && isWrongNetwork(now, event.namespace)) showWrongNetwork(kit, now)
      else if (
        event.how !== 'switch' &&
        showsWayIn(now) &&
        (event.how === 'user' || isFamilyShown(now, event.namespace))
      )
        goOn(kit, now)
      break
    case 'account/networkChanged':
      if (event.namespace !== now.network.activeNamespace) break
      if (isWrongNetwork(now)) showWrongNetwork(kit, now)
      else leaveSwitching(kit, now)
      break
    case 'account/disconnected': {
      forgetAddresses(kit)
      const [beside] = connectionsOf(now, event.namespace)
      if (beside && event.next === undefined) {
        switchConnection(kit, { namespace: event.namespace, connectorId: beside.connectorId })
        break
      }
      if (event.namespace !== now.network.activeNamespace) break
      const [other] = connectedNamespaces(now)
      if (other) kit.store.send({ type: 'network/namespaceActivated', namespace: other })
      if (endsWithAccount(now)) closeModal(kit, other ? { rest: { name: 'Account' } } : {})
      break
    }
  }
}

const shownRule = ({ modal }: State) => (modal.open ? ruleOf(currentView(modal)) : undefined)
const showsWayIn = (state: State): boolean => shownRule(state)?.isWayIn ?? false
const endsWithAccount = (state: State): boolean => {
  const rule = shownRule(state)
  return rule?.needs.account !== undefined || rule?.asksWallet === true
}

const isFamilyShown = ({ modal, network }: State, namespace: Namespace): boolean =>
  (modal.namespace ?? network.activeNamespace) === namespace

/** Shows the wrong network; closing it keeps the wallet connected. */
function showWrongNetwork(kit: Kit, now: State): void {
  const view: View = { name: 'UnsupportedChain' }
  if (!now.modal.open) openModal(kit, { view })
  else if (showsWayIn(now)) kit.store.send({ type: 'modal/reset', view })
  else if (!now.modal.history.some((v) => v.name === 'UnsupportedChain' && !v.reason))
    kit.store.send({ type: 'modal/pushed', view })
}
