import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { connectionOf } from '../features/connect/connectionOf.ts'
import { cancelConnect, connectWallet } from '../features/connect/connectWallet.ts'
import { currentView } from '../features/modal/modal.ts'
import { isView } from '../features/modal/viewRules.ts'
import { cancelSwitch, switchNetwork } from '../features/network/switchNetwork.ts'
import { cancelSourceSwitch } from '../features/source/switchSourceNetwork.ts'
import { networkIdOf } from '../model/findNetwork.ts'
import type { View, ViewName } from '../model/modal.ts'
import type { State } from '../model/state.ts'
import type { Reaction } from './reaction.ts'

/** Opening a view that waits for a wallet sends the request; leaving it cancels. */
export const reactToView: Reaction = (kit, [, now, before]) => {
  const [view, last] = [shownView(now), shownView(before)]
  if (view === last) return
  if (last && connectionOf(before, last)) cancelConnect(kit)
  if (isSwapView(last) && !isSwapView(view)) kit.store.send({ type: 'swap/left' })
  // If the wallet has already switched, its response is only pending.
  if (last?.name === 'SwitchNetwork' && !isOn(now, last.networkId)) cancelSwitch(kit)
  if (last?.name === 'WalletSendPreview' || last?.name === 'SwapPreview') cancelSourceSwitch(kit)
  const connection = view && connectionOf(now, view)
  if (connection) void connectWallet(kit, connection)
  if (view?.name === 'SwitchNetwork') void switchNetwork(kit, { networkId: view.networkId })
}

const swapViews: readonly string[] = ['Swap', 'SwapSelectToken', 'SwapPreview'] satisfies ViewName[]
const isSwapView = (view: View | undefined) => view !== undefined && swapViews.includes(view.name)

const shownView = ({ modal }: State): View | undefined => {
  const view = currentView(modal)
  return modal.open && isView(view) ? view : undefined
}

const isOn = (state: State, networkId: CaipNetworkId) =>
  networkIdOf(state, parseCaipNetworkId(networkId).namespace) === networkId
