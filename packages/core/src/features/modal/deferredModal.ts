import type { History, Modal, View } from '../../model/modal.ts'
import type { Event, State } from '../../model/state.ts'
import { currentView, reduceModal, sameView } from './modal.ts'
import { startView } from './openModal.ts'
import { isView, isViewReady, missingOf, ruleOf } from './viewRules.ts'

/**
 * Stores the modal's state for a fully loaded kit: where flows lead, and replacements of views that lost what they
 * need.
 */
export function reduceDeferredModal(before: Modal, e: Event, state: State): Modal {
  const modal = reduceModal(before, e)
  switch (e.type) {
    case 'modal/checked': {
      const history = pruneHistory(state)
      if (history === modal.history) return modal
      const [view, wanted] = [history[history.length - 1], currentView(modal)]
      const next: Modal = { ...modal, history, direction: history.length < modal.history.length ? 'prev' : 'next' }
      const isWanted = modal.open && view?.name === 'Connect' && missingOf(state, wanted) === 'account'
      return isWanted ? { ...next, wanted } : next
    }
    case 'modal/reset': {
      // The exit from a wrong network is part of the way there.
      if (!modal.wanted || e.view.name === 'UnsupportedChain') return modal
      const { wanted: _, ...rest } = modal
      return rest
    }
    case 'transaction/sent':
      // Sent: there is no form left to go back to.
      return goOn(modal, previews[e.transaction.kind], [{ name: 'Account' }])
    case 'account/changed': {
      // The reviewed transaction no longer exists.
      const form: History = [{ name: 'WalletSend' }]
      const [first, ...rest] = modal.history.slice(0, -1)
      return currentView(modal).name === 'WalletSendPreview'
        ? { ...modal, history: first ? [first, ...rest] : form, direction: 'prev' }
        : modal
    }
    default:
      return modal
  }
}

/** The review screens; an approval has none, as part of a swap. */
const previews = { send: 'WalletSendPreview', swap: 'SwapPreview', approval: undefined } as const

const goOn = (modal: Modal, from: View['name'] | undefined, history: History): Modal =>
  modal.open && currentView(modal).name === from ? { ...modal, history, direction: 'next' } : modal

/**
 * The history with only views that have what they need, without consecutive duplicates; the same object if unchanged.
 */
function pruneHistory(state: State): History {
  const { history } = state.modal
  if (history.every((view) => isViewReady(state, view))) return history
  const [first, ...rest] = history.map((view) => standIn(state, view)) as [View, ...View[]]
  return [first, ...rest.filter((view, at) => !sameView(view, rest[at - 1] ?? first))]
}

/** The view to show instead, following the rules until one applies. */
function standIn(state: State, view: View): View {
  if (!isView(view)) return startView(state)
  const missing = missingOf(state, view)
  const next = missing && ruleOf(view)?.needs[missing]
  return next ? standIn(state, next) : view
}
