import type { Event, State } from '../../store.ts'
import { currentView, type History, type Modal, reduceModal, type View } from './modal.ts'
import { standingHistory } from './standingHistory.ts'
import { missingOf } from './viewRules.ts'

/** Keeps what the modal shows, and what only views do that come with the complete kit: where a flow leads, and what becomes of views that lost what they need. */
export function reduceLateModal(before: Modal, e: Event, state: State): Modal {
  const modal = reduceModal(before, e)
  switch (e.type) {
    case 'modal/checked': {
      const history = standingHistory(state)
      if (history === modal.history) return modal
      const [view, wanted] = [history[history.length - 1], currentView(modal)]
      const next: Modal = { ...modal, history, direction: history.length < modal.history.length ? 'prev' : 'next' }
      const isWanted = modal.open && view?.name === 'Connect' && missingOf(state, wanted) === 'account'
      return isWanted ? { ...next, wanted } : next
    }
    case 'modal/reset': {
      // The way out of a wrong network is on the way there.
      if (!modal.wanted || e.view.name === 'UnsupportedChain') return modal
      const { wanted: _, ...rest } = modal
      return rest
    }
    case 'transaction/sent':
      // On its way: nothing behind it is left to go back to.
      return goOn(modal, previews[e.transaction.kind], [{ name: 'Account' }])
    case 'account/changed': {
      // What was being reviewed is no more.
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

/** Where each is looked at before it is sent; an approval is a step on the way. */
const previews = { send: 'WalletSendPreview', swap: 'SwapPreview', approval: undefined } as const

const goOn = (modal: Modal, from: View['name'] | undefined, history: History): Modal =>
  modal.open && currentView(modal).name === from ? { ...modal, history, direction: 'next' } : modal
