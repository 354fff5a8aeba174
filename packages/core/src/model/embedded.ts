import type { ErrorCode } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'

/** Login providers: the social ones, and Farcaster, which works differently. */
export type LoginProvider = SocialProvider | 'farcaster'

/** The ways to log in to the embedded wallet. */
export type LoginWay = 'email' | 'passkey' | LoginProvider

/** An error, and when to retry if known. */
export type LoginError = {
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
  trouble?: LoginError
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
  | { type: 'embedded/codeRefused'; trouble: LoginError }
  | { type: 'embedded/codePassed'; kind: CodeKind }
  /** The wallet prompts in its own window; `by` if the login starts with that. */
  | { type: 'embedded/deviceAsked'; by?: LoginWay }
  | { type: 'embedded/deviceRegistered' }
  | { type: 'embedded/socialStarted'; provider: LoginProvider }
  | { type: 'embedded/socialProven'; provider: LoginProvider }
  | { type: 'embedded/socialCancelled'; provider: LoginProvider }
  | { type: 'embedded/socialFailed'; provider: LoginProvider; trouble: LoginError }
  /** A link to approve the login is available. */
  | { type: 'embedded/linkOffered'; link: string }
  /** The link is no longer valid. */
  | { type: 'embedded/linkEnded' }
  /** The person is authenticated: the wallet can connect. */
  | { type: 'embedded/loggedIn'; by: LoginWay }
  | { type: 'embedded/failed'; trouble: LoginError }
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
