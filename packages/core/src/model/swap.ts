import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { ErrorCode } from '@billfold/protocol/error'
import type { AmountEntry } from './amount.ts'
import type { Flow, FlowEvent } from './flow.ts'
import type { Source } from './source.ts'

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
export type SwapError =
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
} & Flow<SwapStep, SwapError>

export type SwapAttempt = Swap['attempt']

/** Analytics properties of a swap. */
export type SwapAnalytics = { network: string; from: string; to: string; fromAmount: string; toAmount: string }

export type SwapEvent =
  /** The visitor opened the review. */
  | ({ type: 'swap/reviewed' } & SwapAnalytics)
  /** The visitor accepted this quote's minimum. */
  | { type: 'swap/accepted'; quote: OfferedQuote }
  /** The network's tokens are loaded; an empty form starts with its native coin. */
  | { type: 'swap/prefilled'; from: SwapAsset }
  | { type: 'swap/edited'; change: Partial<SwapDraft> }
  /** Reverses both sides. The expected output becomes the input. */
  | { type: 'swap/turned'; amount?: string | undefined }
  /** The visitor navigated away or closed the dialog. */
  | { type: 'swap/left' }
  | FlowEvent<'swap', SwapStep, SwapError, SwapAnalytics, { quote: OfferedQuote }>
