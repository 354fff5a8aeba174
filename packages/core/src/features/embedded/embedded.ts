import type { ErrorCode } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import { embeddedId } from '../../connectors/connector.ts'
import type { Event } from '../../store.ts'

/** Who can vouch for a person: the social logins, and Farcaster, whose way is another one. */
export type LoginProvider = SocialProvider | 'farcaster'

/** The ways to log in to the embedded wallet. */
export type LoginWay = 'email' | 'passkey' | LoginProvider

/** What went wrong, and when it may be tried again where that is said. */
export type EmbeddedTrouble = {
  code: ErrorCode
  message: string
  againAt?: number
  /** A code went to the address a moment ago, perhaps for another device: the wait is for the next mail. */
  isMailPause?: true
}

/** Which code is asked for: the one that logs in, or those that change the e-mail. */
export type CodeKind = 'login' | 'primary' | 'secondary'

/** How far a visitor has got with logging in, or with changing their e-mail. */
export type Embedded = {
  phase:
    | 'idle'
    /** An e-mail was submitted. */
    | 'mailing'
    /** A code was mailed, and is waited for. */
    | 'code'
    | 'checking'
    /** The wallet waits for a link to be opened, for its recovery, or for a passkey. */
    | 'device'
    /** Someone else's window is open. */
    | 'social'
    /** They were vouched for, and who they are is being asked. */
    | 'retrieving'
    /** All is proven, and the wallet connects. */
    | 'passed'
  /** The way that the visitor took last, until it has led to an account. */
  by?: LoginWay
  trouble?: EmbeddedTrouble
  /** The last mail: its address, and when the next may be sent. */
  mail?: { email: string; againAt: number }
  /** Farcaster's link, from when it is had until it is used or given up. */
  link?: string
  /** How many codes were wrong: a field that hears of another one empties itself. */
  wrong: number
  /** How many requests wait for the person's word, where there are any. */
  asked?: number
}

export type EmbeddedEvent =
  | { type: 'embedded/emailSelected' }
  | { type: 'embedded/emailSubmitted' }
  | { type: 'embedded/codeSent'; kind: CodeKind; email: string; againAt: number }
  | { type: 'embedded/codeSubmitted' }
  | { type: 'embedded/codeRefused'; trouble: EmbeddedTrouble }
  | { type: 'embedded/codePassed'; kind: CodeKind }
  /** The wallet asks in its own window; `by` where the login begins with that. */
  | { type: 'embedded/deviceAsked'; by?: LoginWay }
  | { type: 'embedded/deviceRegistered' }
  | { type: 'embedded/socialStarted'; provider: LoginProvider }
  | { type: 'embedded/socialProven'; provider: LoginProvider }
  | { type: 'embedded/socialCancelled'; provider: LoginProvider }
  | { type: 'embedded/socialFailed'; provider: LoginProvider; trouble: EmbeddedTrouble }
  /** There is a link to approve the login by. */
  | { type: 'embedded/linkOffered'; link: string }
  /** The link is of no use any more. */
  | { type: 'embedded/linkEnded' }
  /** Who logs in is known: the wallet can be connected. */
  | { type: 'embedded/loggedIn'; by: LoginWay }
  | { type: 'embedded/failed'; trouble: EmbeddedTrouble }
  | { type: 'embedded/left' }
  /** On the frame's own screen, the visitor had this device forget the wallet. */
  | { type: 'embedded/forgotten' }
  | { type: 'embedded/emailEdited' }
  | { type: 'embedded/emailChanged' }
  /** The visitor looks at how to take the wallet along. */
  | { type: 'embedded/upgradeOpened' }
  | { type: 'embedded/accountTypeChosen'; accountType: string; network: string }
  | { type: 'embedded/approvalAsked'; method: string }
  | { type: 'embedded/approvalEnded' }
  | { type: 'embedded/methodRefused'; method: string }
  | { type: 'embedded/shown' }
  | { type: 'embedded/hidden' }
  | { type: 'embedded/dismissed' }

export const embeddedInitial: Embedded = { phase: 'idle', wrong: 0 }

/** Keeps how far a login is; what the wallet is asked to sign is its own matter. */
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
      // Another wallet: a login that ended before is nothing to speak of any more.
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

function askedFor({ asked: _, ...state }: Embedded, asked = 0): Embedded {
  return asked > 0 ? { ...state, asked } : state
}
