import { closeModal } from '../features/modal/closeModal.ts'
import { currentView } from '../features/modal/modal.ts'
import { goBack } from '../features/modal/navigate.ts'
import type { Kit } from '../kit.ts'
import { isWrongNetwork } from '../model/findNetwork.ts'
import type { View } from '../model/modal.ts'
import type { State } from '../model/state.ts'

/** On the wanted network: leaves the views that were for switching. */
export function leaveSwitching(kit: Kit, now: State): void {
  const { name } = currentView(now.modal)
  const isThere = now.modal.open && (name === 'UnsupportedChain' || name === 'SwitchNetwork')
  if (!isThere || isWrongNetwork(now)) return
  // Selecting in a list returns to the view before it.
  const isWall = ({ name: each }: View, at: number) => each === 'UnsupportedChain' || (at > 0 && each === 'Networks')
  const wall = now.modal.history.findIndex(isWall)
  const view = now.modal.history[wall]
  if (view?.name === 'UnsupportedChain' && view.reason === 'swap') {
    // Opened before a swap: continue there.
    kit.store.send({ type: 'modal/wentBackToIndex', index: wall })
    kit.store.send({ type: 'modal/replaced', view: { name: 'Swap' } })
  }
  // Off the wrong network, perhaps through other views: leave all of them.
  else if (wall > 0) kit.store.send({ type: 'modal/wentBackToIndex', index: wall - 1 })
  else if (wall === 0) goOn(kit, now)
  else goBack(kit)
}

/** Connected: opens the view that waited for it, or closes. */
export function goOn(kit: Kit, { modal }: State): void {
  if (modal.wanted) kit.store.send({ type: 'modal/reset', view: modal.wanted })
  else closeModal(kit)
}
