import type { ErrorCode } from '@billfold/protocol/error'
import type { SendToken } from '../../chains/transfers.ts'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import type { Source } from '../source/source.ts'
import { type Flow, type FlowEvent, reduceFlow } from '../transactions/flow.ts'
import { sendInitial } from './sendInitial.ts'

/** What the visitor is filling in. */
export type Draft = AmountEntry & {
  /** Chosen for this one transfer; else the account shown. */
  source?: Source
  /** The token chosen; else the chain's own coin. */
  token?: SendToken
  /** As typed; resolved where it is needed. */
  to: string
  /** What the recipient is told with it, where the family's transfers carry texts. */
  memo?: Memo
  /** The address that the visitor, having seen the warning, still means. */
  confirmed?: string
}

/** A text for the recipient, and what stood as the recipient when it was written. */
export type Memo = { text: string; to: string }

/** Why it did not go on, beyond what a wallet or a node says. */
export type SendTrouble =
  | ErrorCode
  | 'refused'
  | 'changed'
  /** The network takes more than twice what was shown. */
  | 'costlier'
  | 'unconfirmed'
  | 'other_chain'
  | 'other_account'
  /** A wallet may still have a request for the same payment. */
  | 'asked'
  /** A file that the rest of it needs could not be fetched. */
  | 'not_loaded'

/** How far it is: tried on the chain once more, or waiting in the wallet. */
export type SendStep = 'checking' | 'asking'
export type Send = { draft: Draft } & Flow<SendStep, SendTrouble>
export type SendAttempt = Send['attempt']

/** What analytics is told of a transfer. */
export type SendTold = { network: string; token: string; amount: string }

export type SendEvent =
  | { type: 'send/edited'; change: Partial<Draft> }
  | FlowEvent<'send', SendStep, SendTrouble, SendTold>

/** Keeps the form and how far sending it is. Another chain means another transfer: the form starts over. */
export const reduceSend = reduceFlow({ name: 'send', initial: sendInitial, reduceForm })

function reduceForm(state: Send, e: Event): Send {
  return e.type === 'send/edited'
    ? { ...state, draft: { ...state.draft, ...forgetWritten(e.change) }, attempt: sendInitial.attempt }
    : state
}
