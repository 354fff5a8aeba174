import type { AmountEntry } from '../../model/amount.ts'
import type { Event } from '../../model/state.ts'
import type { Swap, SwapDraft } from '../../model/swap.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import { reduceFlow } from '../transactions/flow.ts'
import { swapInitial } from './swapInitial.ts'

const firstAmount = '1'

/** Stores the form and its progress. Changing the network or account resets the form. */
export const reduceSwap = reduceFlow({
  name: 'swap',
  initial: swapInitial,

  reduceForm,
  ofAccount: true,
})

function reduceForm(state: Swap, e: Event): Swap {
  const { draft, attempt } = state
  switch (e.type) {
    case 'swap/prefilled':
      if (draft.from) return state
      return { draft: edit({ ...draft, from: e.from }, amountOr(draft)), attempt }
    case 'swap/edited':
      return { draft: edit(draft, forgetWritten(e.change)), attempt: swapInitial.attempt }
    case 'swap/turned': {
      const { from, to, sourceId: _, ...rest } = draft
      if (!from || !to) return state
      const amount = e.amount ? forgetWritten({ amount: e.amount }) : amountOr(draft)
      return { draft: { ...rest, from: to, to: from, ...amount }, attempt: swapInitial.attempt }
    }
    case 'swap/accepted':
      return { ...state, accepted: e.quote, attempt: swapInitial.attempt }
    case 'swap/started':
      return { ...state, quote: e.quote }
    case 'swap/left':
      return swapInitial
    default:
      return state
  }
}

/** Keeps the amount, valid or not; an empty one becomes 1. */
const amountOr = ({ amount, written }: SwapDraft): AmountEntry =>
  amount || written ? { amount, written } : { amount: firstAmount }

/**
 * Both sides must differ: choosing the other side's token exchanges them. Both come from one list, so their notation
 * matches.
 */
function edit(draft: SwapDraft, change: Partial<SwapDraft>): SwapDraft {
  const next = { ...draft, ...change }
  if (!next.from || !next.to || next.from.address !== next.to.address) return next
  const { to: _, ...rest } = next
  const other = change.to ? draft.to : draft.from
  if (!other || other.address === next.from.address) return rest
  return change.to ? { ...next, from: other } : { ...next, to: other }
}
