import type { CaipAddress, CaipNetworkId } from '@billfold/protocol/caip'

/** Why the visitor is not signed in. */
export type SignInError =
  /** They rejected it in the wallet. */
  | 'declined'
  /** The wallet could not sign. */
  | 'wallet'
  /** A different account signed. */
  | 'invalid'
  /** The site rejected the signature. */
  | 'refused'
  /** The site's server did not respond. */
  | 'unavailable'
  /** The same, before a signature was requested. */
  | 'unknown'
  /** It expired. */
  | 'expired'

/** Sign-in progress of the active account. */
export type SignIn = {
  phase: /** No account to sign in. */
    | 'idle'
    /** Checking whether they are signed in. */
    | 'checking'
    /** Prompting them. */
    | 'asked'
    /** Creating the message. */
    | 'preparing'
    /** Waiting for the wallet. */
    | 'signing'
    /** The site verifies the signature. */
    | 'verifying'
    | 'cancelling'
    | 'signedIn'
    /** Continuing without. */
    | 'skipped'
  /** The account, and its network. */
  account?: CaipAddress
  /** Without it the wallet is disconnected. */
  isRequired: boolean
  trouble?: SignInError
  /** When to check again, if it expires. */
  endsAt?: number
  /** The dialog was about to close, and stays until the status is known. */
  holdsDialog?: true
}

export type SignInEvent =
  | { type: 'signIn/checkStarted'; account: CaipAddress; isRequired: boolean }
  | { type: 'signIn/found'; account: CaipAddress; endsAt?: number }
  | { type: 'signIn/needed'; account: CaipAddress; trouble?: SignInError }
  | { type: 'signIn/clicked'; account: CaipAddress }
  | { type: 'signIn/walletAsked'; account: CaipAddress }
  | { type: 'signIn/signed'; account: CaipAddress }
  | { type: 'signIn/succeeded'; chainIds: readonly CaipNetworkId[] }
  | { type: 'signIn/failed'; message: string; network: CaipNetworkId; account?: CaipAddress; trouble?: SignInError }
  | { type: 'signIn/cancelled'; network: CaipNetworkId }
  /** Check again after an unknown status. */
  | { type: 'signIn/retried' }
  | { type: 'signIn/skipped'; account: CaipAddress }
  | { type: 'signIn/left' }
