import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { ErrorCode } from '@billfold/protocol/error'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import type { Source } from '../source/source.ts'
import { type Flow, type FlowEvent, reduceFlow } from '../transactions/flow.ts'
import { swapInitial } from './swapInitial.ts'

/** A token of a swap; the chain's own coin has no address. */
export type SwapAsset = { address?: string; symbol: string; name: string; decimals: number; imageUrl?: string }

/** A quote that the kit stands for: slippage and minimum are its own. */
export type OfferedQuote = SwapQuote & {
  /** What the kit asked with, whatever the server repeats. */
  slippageBps: number
  /** What was quoted, less that. */
  toAmountMin: string
  /** The contract that is called, where the site vouches for it and the kit's own list does not have it. */
  unlisted?: string
}

/** What the visitor is filling in. */
export type SwapDraft = AmountEntry & {
  /** Chosen for this one swap; else the account shown. */
  source?: Source
  /** Absent until the network's tokens are known: then it is the chain's own coin. */
  from?: SwapAsset
  to?: SwapAsset
  /** In hundredths of a percent; else automatic. */
  slippageBps?: number | undefined
  /** The source chosen by hand; else the best. */
  sourceId?: string | undefined
}

/** Why it did not go on, beyond what a wallet or a server says. */
export type SwapTrouble =
  | ErrorCode
  | 'expired'
  | 'changed'
  | 'mismatch'
  | 'other_chain'
  | 'other_account'
  | 'approval_failed'
  /** A file that the rest of it needs could not be fetched. */
  | 'not_loaded'

/** How far a swap is, each step by its name. */
export type SwapStep = 'checking' | 'resetting' | 'approving' | 'approved' | 'signing' | 'building' | 'asking'
export type Swap = {
  draft: SwapDraft
  /** What a swap that was begun was shown as: it goes on with that, whatever comes in meanwhile. */
  quote?: OfferedQuote
  /** The last that the visitor went on with to the review, or accepted there. */
  accepted?: OfferedQuote
} & Flow<SwapStep, SwapTrouble>
export type SwapAttempt = Swap['attempt']

/** What analytics is told of a swap. */
export type SwapTold = { network: string; from: string; to: string; fromAmount: string; toAmount: string }

export type SwapEvent =
  /** The visitor goes on to the review. */
  | ({ type: 'swap/reviewed' } & SwapTold)
  /** The visitor has seen what this quote gives at least, and means it. */
  | { type: 'swap/accepted'; quote: OfferedQuote }
  /** The network's tokens are known; a form that says nothing yet begins with its own coin. */
  | { type: 'swap/prefilled'; from: SwapAsset }
  | { type: 'swap/edited'; change: Partial<SwapDraft> }
  /** Both sides change places. What would have come out is what is paid. */
  | { type: 'swap/turned'; amount?: string | undefined }
  /** The visitor went elsewhere, or closed the dialog. */
  | { type: 'swap/left' }
  | FlowEvent<'swap', SwapStep, SwapTrouble, SwapTold, { quote: OfferedQuote }>

const firstAmount = '1'

/** Keeps the form and how far swapping it is. Another chain or account means another swap: the form starts over. */
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

/** What is filled in stays, read or not; where nothing is, one. */
const amountOr = ({ amount, written }: SwapDraft): AmountEntry =>
  amount || written ? { amount, written } : { amount: firstAmount }

/** Both sides must differ: choosing on one side what stands on the other exchanges them. Both are chosen from one list, so spelled alike. */
function edit(draft: SwapDraft, change: Partial<SwapDraft>): SwapDraft {
  const next = { ...draft, ...change }
  if (!next.from || !next.to || next.from.address !== next.to.address) return next
  const { to: _, ...rest } = next
  const other = change.to ? draft.to : draft.from
  if (!other || other.address === next.from.address) return rest
  return change.to ? { ...next, from: other } : { ...next, to: other }
}
