import type { ErrorCode } from '@billfold/protocol/error'
import type { SendToken } from '../../chains/transfers.ts'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import type { Source } from '../source/source.ts'
import { type Flow, type FlowEvent, reduceFlow } from '../transactions/flow.ts'
import { sendInitial } from './sendInitial.ts'

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
export type SendTrouble =
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
export type Send = { draft: Draft } & Flow<SendStep, SendTrouble>
export type SendAttempt = Send['attempt']

/** Analytics properties of a transfer. */
export type SendTold = { network: string; token: string; amount: string }

export type SendEvent =
  | { type: 'send/edited'; change: Partial<Draft> }
  | FlowEvent<'send', SendStep, SendTrouble, SendTold>

/** Stores the form and its progress. Changing the network resets the form. */
export const reduceSend = reduceFlow({ name: 'send', initial: sendInitial, reduceForm })

function reduceForm(state: Send, e: Event): Send {
  return e.type === 'send/edited'
    ? { ...state, draft: { ...state.draft, ...forgetWritten(e.change) }, attempt: sendInitial.attempt }
    : state
}
