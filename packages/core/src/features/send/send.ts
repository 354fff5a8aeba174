import type { ErrorCode } from '@billfold/protocol/error'
import type { SendToken } from '../../chains/transfers.ts'
import type { AccountId } from '../../connectors/connector.ts'
import type { Event } from '../../store.ts'
import type { AmountEntry } from '../amount/editAmount.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import { countHeld, type Held } from '../transactions/countHeld.ts'
import { sendInitial } from './sendInitial.ts'

/** Who sends: one of the accounts of one of the wallets that are connected. */
export type Source = AccountId & { connectorId: string }

/** What the visitor is filling in. */
export type Draft = AmountEntry & {
  /** Chosen for this one transfer; else the account shown. */
  source?: Source
  /** The token chosen; else the chain's own coin. */
  token?: SendToken
  /** As typed; whom it means is worked out where it is needed. */
  to: string
  /** The address that the visitor, having seen the warning, still means. */
  confirmed?: string
}

/** Why it did not go on, beyond what a wallet or a node says. */
export type SendTrouble =
  | ErrorCode
  | 'refused'
  | 'changed'
  | 'unconfirmed'
  | 'other_chain'
  | 'other_account'
  /** A file that the rest of it needs could not be fetched. */
  | 'not_loaded'

/** How far asking the wallet is. */
export type SendAttempt =
  | { phase: 'idle' }
  /** Tried on the chain once more. */
  | { phase: 'checking' }
  /** Waiting in the wallet. */
  | { phase: 'asking' }
  | { phase: 'declined' }
  /** Once the wallet was `asked`, it may have sent it all the same. */
  | { phase: 'failed'; trouble: SendTrouble; message: string; asked: boolean }

export type Send = { draft: Draft; attempt: SendAttempt } & Held

/** What analytics is told of a transfer. */
export type SendTold = { network: string; token: string; amount: string }

export type SendEvent =
  | { type: 'send/edited'; change: Partial<Draft> }
  | { type: 'send/opened'; network: string }
  | ({ type: 'send/started' } & SendTold)
  | { type: 'send/asked' }
  /** The visitor no longer waits for the wallet; should it still send, that is known. */
  | { type: 'send/abandoned' }
  | ({ type: 'send/declined' } & SendTold)
  | ({ type: 'send/failed'; trouble: SendTrouble; message: string; asked: boolean } & SendTold)

/** Keeps the form, the attempt, and how many requests wallets hold. Another chain or account means another transfer: the form starts anew. */
export const reduceSend = countHeld(['send'], reduceForm)

function reduceForm(state: Send, e: Event): Send {
  switch (e.type) {
    case 'send/edited':
      return { draft: { ...state.draft, ...forgetWritten(e.change) }, attempt: sendInitial.attempt }
    case 'send/started':
      return { ...state, attempt: { phase: 'checking' } }
    case 'send/asked':
      return { ...state, attempt: { phase: 'asking' } }
    case 'send/declined':
      return state.attempt.phase === 'idle' ? state : { ...state, attempt: { phase: 'declined' } }
    case 'send/failed':
      return state.attempt.phase === 'idle'
        ? state
        : { ...state, attempt: { phase: 'failed', trouble: e.trouble, message: e.message, asked: e.asked } }
    case 'send/abandoned':
      return { ...state, attempt: sendInitial.attempt }
    case 'transaction/sent':
      return e.transaction.kind === 'send' ? sendInitial : state
    case 'account/networkChanged':
    case 'switch/succeeded':
    case 'network/selected':
    case 'network/namespaceActivated':
    case 'account/disconnected':
      return sendInitial
    default:
      return state
  }
}
