import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import type { Source } from '../source/source.ts'
import { type Flow, type FlowEvent, reduceFlow } from '../transactions/flow.ts'
import { swapInitial } from './swapInitial.ts'

/** A token of a swap; the native coin has no address. */
export type SwapAsset = { address?: string; symbol: string; name: string; decimals: number; imageUrl?: string }

/** A validated quote, with the kit's own slippage and minimum. */
export type OfferedQuote = SwapQuote & {
  /** The requested slippage, whatever the server reports. */
  slippageBps: number
  /** The quoted amount, less that. */
  toAmountMin: string
  /** The called contract, if only the site lists it. */
  unlisted?: string
}

/** State of the form. */
export type SwapDraft = AmountEntry & {
  /** The sender of this swap; defaults to the active account. */
  source?: Source
  /** Undefined until the network's tokens are loaded, then the native coin. */
  from?: SwapAsset
  to?: SwapAsset
  /** In basis points; defaults to automatic. */
  slippageBps?: number | undefined
  /** The chosen source; defaults to the best. */
  sourceId?: string | undefined
}

/** Why it stopped, beyond wallet and server errors. */
export type SwapTrouble =
  | ErrorCode
  | 'expired'
  | 'changed'
  | 'mismatch'
  | 'other_chain'
  | 'other_account'
  | 'approval_failed'
  /** A required file failed to load. */
  | 'not_loaded'

/** Steps of a swap. */
export type SwapStep = 'checking' | 'resetting' | 'approving' | 'approved' | 'signing' | 'building' | 'asking'
export type Swap = {
  draft: SwapDraft
  /** The quote that a running swap started with; newer ones do not replace it. */
  quote?: OfferedQuote
  /** The last quote that the visitor reviewed or accepted. */
  accepted?: OfferedQuote
} & Flow<SwapStep, SwapTrouble>
export type SwapAttempt = Swap['attempt']

/** Analytics properties of a swap. */
export type SwapTold = { network: string; from: string; to: string; fromAmount: string; toAmount: string }

export type SwapEvent =
  /** The visitor opened the review. */
  | ({ type: 'swap/reviewed' } & SwapTold)
  /** The visitor accepted this quote's minimum. */
  | { type: 'swap/accepted'; quote: OfferedQuote }
  /** The network's tokens are loaded; an empty form starts with its native coin. */
  | { type: 'swap/prefilled'; from: SwapAsset }
  | { type: 'swap/edited'; change: Partial<SwapDraft> }
  /** Reverses both sides. The expected output becomes the input. */
  | { type: 'swap/turned'; amount?: string | undefined }
  /** The visitor navigated away or closed the dialog. */
  | { type: 'swap/left' }
  | FlowEvent<'swap', SwapStep, SwapTrouble, SwapTold, { quote: OfferedQuote }>

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
