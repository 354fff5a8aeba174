import type { ErrorCode } from '@billfold/protocol/error'
import { swapInitial } from '../../lateInitial.ts'
import type { Event } from '../../store.ts'

/** A token of a swap; the chain's own coin has no address. */
export type SwapAsset = { address?: string; symbol: string; name: string; decimals: number; imageUrl?: string }

/** What the visitor is filling in. The amount is as typed. */
export type SwapDraft = {
  /** Else the chain's own coin. */
  from?: SwapAsset
  to?: SwapAsset
  amount: string
  /** In hundredths of a percent; else automatic. */
  slippageBps?: number | undefined
  /** The source chosen by hand; else the best. */
  sourceId?: string | undefined
  /** For which amount the visitor has accepted a large price impact, and how firmly. */
  accepted?: { key: string; steps: number }
}

/** Why nothing was swapped, beyond what a wallet or a server says. */
export type SwapTrouble =
  | ErrorCode
  | 'expired'
  | 'changed'
  | 'mismatch'
  | 'other_chain'
  | 'other_account'
  | 'approval_failed'

/** How far a swap is, each step by its name. */
export type SwapStep = 'checking' | 'resetting' | 'approving' | 'approved' | 'signing' | 'building' | 'asking'
export type SwapAttempt =
  | { phase: 'idle' }
  | { phase: SwapStep }
  | { phase: 'declined'; step: SwapStep }
  | { phase: 'failed'; step: SwapStep; trouble: SwapTrouble; message: string }

export type Swap = { draft: SwapDraft; attempt: SwapAttempt }

/** What analytics is told of a swap. */
export type SwapTold = { network: string; from: string; to: string; fromAmount: string; toAmount: string }

export type SwapEvent =
  | { type: 'swap/opened'; network: string }
  | { type: 'swap/edited'; change: Partial<SwapDraft> }
  | { type: 'swap/turned' }
  | ({ type: 'swap/started' } & SwapTold)
  | { type: 'swap/stepped'; step: SwapStep }
  | { type: 'swap/abandoned' }
  | ({ type: 'swap/declined'; step: SwapStep } & SwapTold)
  | ({ type: 'swap/failed'; step: SwapStep; trouble: SwapTrouble; message: string } & SwapTold)
  | ({ type: 'swap/succeeded'; hash: string } & SwapTold)

/** Keeps the form and the attempt. Another chain or account means another swap: the form starts anew. */
export function reduceSwap(state: Swap, e: Event): Swap {
  switch (e.type) {
    case 'swap/edited':
      return { draft: edit(state.draft, e.change), attempt: swapInitial.attempt }
    case 'swap/turned': {
      const { from, to, slippageBps } = state.draft
      return {
        draft: {
          amount: '',
          ...(to ? { from: to } : {}),
          ...(from ? { to: from } : {}),
          ...(slippageBps === undefined ? {} : { slippageBps }),
        },
        attempt: swapInitial.attempt,
      }
    }
    case 'swap/started':
      return { ...state, attempt: { phase: 'checking' } }
    case 'swap/stepped':
      return state.attempt.phase === 'idle' ? state : { ...state, attempt: { phase: e.step } }
    case 'swap/declined':
      return state.attempt.phase === 'idle' ? state : { ...state, attempt: { phase: 'declined', step: e.step } }
    case 'swap/failed':
      return state.attempt.phase === 'idle'
        ? state
        : { ...state, attempt: { phase: 'failed', step: e.step, trouble: e.trouble, message: e.message } }
    case 'swap/abandoned':
      return { ...state, attempt: swapInitial.attempt }
    case 'swap/succeeded':
    case 'account/networkChanged':
    case 'switch/succeeded':
    case 'network/selected':
    case 'network/namespaceActivated':
    case 'account/disconnected':
      return swapInitial
    default:
      return state
  }
}

/** Both sides must differ: choosing on one side what stands on the other exchanges them. */
function edit(draft: SwapDraft, change: Partial<SwapDraft>): SwapDraft {
  const next = { ...draft, ...change }
  if (!next.from || !next.to || !isSameAsset(next.from, next.to)) return next
  const { from: wasFrom, to: wasTo, ...rest } = draft
  return change.to
    ? { ...rest, ...change, ...(wasTo ? { from: wasTo } : { from: wasFrom! }), to: change.to }
    : { ...rest, ...change, ...(wasFrom ? { to: wasFrom } : {}) }
}

/** Whether both are the same token. */
export const isSameAsset = (a: SwapAsset, b: SwapAsset): boolean =>
  (a.address ?? '').toLowerCase() === (b.address ?? '').toLowerCase()
