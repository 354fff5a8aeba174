import type { History, Modal, View } from '../../model/modal.ts'
import type { Event, State } from '../../model/state.ts'
import { currentView, reduceModal } from './modal.ts'
import { pruneHistory } from './pruneHistory.ts'
import { missingOf } from './viewRules.ts'

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
