import type { ErrorCode } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import { embeddedId } from '../../connectors/connector.ts'
import type { Event } from '../../store.ts'

/** Login providers: the social ones, and Farcaster, which works differently. */
export type LoginProvider = SocialProvider | 'farcaster'

/** The ways to log in to the embedded wallet. */
export type LoginWay = 'email' | 'passkey' | LoginProvider

/** An error, and when to retry if known. */
export type EmbeddedTrouble = {
  code: ErrorCode
  message: string
  againAt?: number
  /** A code was mailed moments ago, perhaps for another device: this wait is for the next mail. */
  isMailPause?: true
}

/** The code requested: the login's, or those that change the e-mail. */
export type CodeKind = 'login' | 'primary' | 'secondary'

/** Progress of a login or an e-mail change. */
export type Embedded = {
  phase:
    | 'idle'
    /** An e-mail was submitted. */
    | 'mailing'
    /** A code was mailed, and is awaited. */
    | 'code'
    | 'checking'
    /** The wallet awaits a confirmed link, its recovery, or a passkey. */
    | 'device'
    /** A social provider's window is open. */
    | 'social'
    /** The provider has confirmed; the account is being fetched. */
    | 'retrieving'
    /** Authenticated; the wallet is connecting. */
    | 'passed'
  /** The last login method, until it has produced an account. */
  by?: LoginWay
  trouble?: EmbeddedTrouble
  /** The last mail: its address, and when the next may be sent. */
  mail?: { email: string; againAt: number }
  /** Farcaster's link, until it is used or cancelled. */
  link?: string
  /** Count of wrong codes; a change clears the field. */
  wrong: number
  /** Count of pending requests, if any. */
  asked?: number
}

export type EmbeddedEvent =
  | { type: 'embedded/emailSelected' }
  | { type: 'embedded/emailSubmitted' }
  | { type: 'embedded/codeSent'; kind: CodeKind; email: string; againAt: number }
  | { type: 'embedded/codeSubmitted' }
  | { type: 'embedded/codeRefused'; trouble: EmbeddedTrouble }
  | { type: 'embedded/codePassed'; kind: CodeKind }
  /** The wallet prompts in its own window; `by` if the login starts with that. */
  | { type: 'embedded/deviceAsked'; by?: LoginWay }
  | { type: 'embedded/deviceRegistered' }
  | { type: 'embedded/socialStarted'; provider: LoginProvider }
  | { type: 'embedded/socialProven'; provider: LoginProvider }
  | { type: 'embedded/socialCancelled'; provider: LoginProvider }
  | { type: 'embedded/socialFailed'; provider: LoginProvider; trouble: EmbeddedTrouble }
  /** A link to approve the login is available. */
  | { type: 'embedded/linkOffered'; link: string }
  /** The link is no longer valid. */
  | { type: 'embedded/linkEnded' }
  /** The person is authenticated: the wallet can connect. */
  | { type: 'embedded/loggedIn'; by: LoginWay }
  | { type: 'embedded/failed'; trouble: EmbeddedTrouble }
  | { type: 'embedded/left' }
  /** The visitor removed the wallet from this device, on the frame's own screen. */
  | { type: 'embedded/forgotten' }
  | { type: 'embedded/emailEdited' }
  | { type: 'embedded/emailChanged' }
  /** The visitor opened the upgrade instructions. */
  | { type: 'embedded/upgradeOpened' }
  | { type: 'embedded/accountTypeChosen'; accountType: string; network: string }
  | { type: 'embedded/approvalAsked'; method: string }
  | { type: 'embedded/approvalEnded' }
  | { type: 'embedded/methodRefused'; method: string }
  | { type: 'embedded/shown' }
  | { type: 'embedded/hidden' }
  | { type: 'embedded/dismissed' }

export const embeddedInitial: Embedded = { phase: 'idle', wrong: 0 }

/** Stores the progress of a login; signing is the wallet's own concern. */
export function reduceEmbedded(state: Embedded = embeddedInitial, e: Event): Embedded {
  const { trouble: _, ...kept } = state
  const { link: __, ...unlinked } = kept
  switch (e.type) {
    case 'embedded/emailSubmitted':
      return { ...kept, phase: 'mailing', by: 'email' }
    case 'embedded/codeSent':
      return { ...kept, phase: 'code', mail: { email: e.email, againAt: e.againAt } }
    case 'embedded/codeSubmitted':
      return { ...kept, phase: 'checking' }
    case 'embedded/codeRefused':
      return { ...kept, phase: 'code', wrong: state.wrong + 1, trouble: e.trouble }
    case 'embedded/codePassed':
      return { ...kept, phase: 'passed' }
    case 'embedded/loggedIn':
      return { ...kept, phase: 'passed', by: e.by }
    case 'embedded/deviceAsked':
      return { ...kept, phase: 'device', ...(e.by ? { by: e.by } : {}) }
    case 'embedded/socialStarted':
      return { ...(e.provider === 'farcaster' ? kept : unlinked), phase: 'social', by: e.provider }
    case 'embedded/linkOffered':
      return { ...kept, link: e.link }
    case 'embedded/linkEnded':
      return unlinked
    case 'embedded/socialProven':
      return { ...kept, phase: 'retrieving' }
    case 'embedded/socialFailed':
    case 'embedded/failed':
      return { ...kept, phase: state.phase === 'mailing' && state.mail ? 'code' : 'idle', trouble: e.trouble }
    case 'embedded/left':
    case 'embedded/socialCancelled':
      return { ...kept, phase: 'idle' }
    case 'account/connected':
      if (e.connectorId === embeddedId) return askedFor(embeddedInitial, state.asked)
      // Another wallet connected: drop an ended login.
      return state.phase === 'idle' ? untaken(state) : state
    case 'embedded/emailChanged':
      return askedFor(embeddedInitial, state.asked)
    case 'embedded/approvalAsked':
      return askedFor(state, (state.asked ?? 0) + 1)
    case 'embedded/approvalEnded':
      return askedFor(state, (state.asked ?? 0) - 1)
    default:
      return state
  }
}

const untaken = ({ by: _, ...state }: Embedded): Embedded => state

function askedFor({ asked: _, ...state }: Embedded, count = 0): Embedded {
  return count > 0 ? { ...state, asked: count } : state
}
