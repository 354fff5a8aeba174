import type { ErrorCode } from '@billfold/protocol/error'
import type { AmountEntry } from './amount.ts'
import type { Flow, FlowEvent } from './flow.ts'
import type { Source } from './source.ts'
import type { SendToken } from './transfer.ts'

/** State of the form. */
export type Draft = AmountEntry & {
  /** The sender of this transfer; defaults to the active account. */
  source?: Source
  /** The token; defaults to the native coin. */
  token?: SendToken
  /** As typed; resolved on use. */
  to: string
  /** The memo for the recipient, if the family supports it. */
  memo?: Memo
  /** An address that the visitor confirmed despite the warning. */
  confirmed?: string
}

/** A memo, and the recipient field's text when it was written. */
export type Memo = { text: string; to: string }

/** Why it stopped, beyond wallet and node errors. */
export type SendError =
  | ErrorCode
  | 'refused'
  | 'changed'
  /** The network fee more than doubled since the review. */
  | 'costlier'
  | 'unconfirmed'
  | 'other_chain'
  | 'other_account'
  /** A wallet may still have a request for the same payment. */
  | 'asked'
  /** A required file failed to load. */
  | 'not_loaded'

/** Progress: simulating again, or waiting for the wallet. */
export type SendStep = 'checking' | 'asking'

export type Send = { draft: Draft } & Flow<SendStep, SendError>

export type SendAttempt = Send['attempt']

/** Analytics properties of a transfer. */
export type SendAnalytics = { network: string; token: string; amount: string }

export type SendEvent =
  | { type: 'send/edited'; change: Partial<Draft> }
  | FlowEvent<'send', SendStep, SendError, SendAnalytics>
