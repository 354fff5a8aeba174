import { type CaipAddress, type CaipNetworkId, networkOf } from '@billfold/protocol/caip'
import type { Event, State } from '../../store.ts'
import { caipAddressOf } from '../account/account.ts'
import { findNetwork } from '../network/network.ts'

/** Why the visitor is not signed in. */
export type SignInTrouble =
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
  trouble?: SignInTrouble
  /** When to check again, if it expires. */
  endsAt?: number
  /** The dialog was about to close, and stays until the status is known. */
  holdsDialog?: true
}

export type SignInEvent =
  | { type: 'signIn/checkStarted'; account: CaipAddress; isRequired: boolean }
  | { type: 'signIn/found'; account: CaipAddress; endsAt?: number }
  | { type: 'signIn/needed'; account: CaipAddress; trouble?: SignInTrouble }
  | { type: 'signIn/clicked'; account: CaipAddress }
  | { type: 'signIn/walletAsked'; account: CaipAddress }
  | { type: 'signIn/signed'; account: CaipAddress }
  | { type: 'signIn/succeeded'; chainIds: readonly CaipNetworkId[] }
  | { type: 'signIn/failed'; message: string; network: CaipNetworkId; account?: CaipAddress; trouble?: SignInTrouble }
  | { type: 'signIn/cancelled'; network: CaipNetworkId }
  /** Check again after an unknown status. */
  | { type: 'signIn/retried' }
  | { type: 'signIn/skipped'; account: CaipAddress }
  | { type: 'signIn/left' }

export const signInInitial: SignIn = { phase: 'idle', isRequired: true }

/** The account that must sign in: the active one, on a network of the site. */
export function signInAccount(state: State): CaipAddress | undefined {
  const account = caipAddressOf(state)
  return account && findNetwork(state, networkOf(account)) ? account : undefined
}

/** Stores the progress; ignores events of other accounts. */
export function reduceSignIn(signIn: SignIn = signInInitial, e: Event, state: State): SignIn {
  if (e.type === 'signIn/checkStarted')
    return {
      phase: 'checking',
      account: e.account,
      isRequired: e.isRequired,
      ...(signIn.holdsDialog ? { holdsDialog: true } : {}),
    }
  if (e.type === 'signIn/left') return signIn.phase === 'idle' && !signIn.holdsDialog ? signIn : signInInitial
  if (e.type === 'modal/closed') return isDue(state) ? { ...signIn, holdsDialog: true } : signIn
  if ('account' in e && e.account !== signIn.account) return signIn
  const { trouble: _, holdsDialog: __, endsAt: ___, ...kept } = signIn
  switch (e.type) {
    case 'signIn/found':
      return { ...kept, phase: 'signedIn', ...(e.endsAt === undefined ? {} : { endsAt: e.endsAt }) }
    case 'signIn/needed':
      return { ...kept, phase: 'asked', ...(e.trouble ? { trouble: e.trouble } : {}) }
    case 'signIn/clicked':
      return { ...kept, phase: 'preparing' }
    case 'signIn/walletAsked':
      return { ...kept, phase: 'signing' }
    case 'signIn/signed':
      return { ...kept, phase: 'verifying' }
    case 'signIn/failed':
      // One that came with a connection belongs to the connection.
      return e.account ? { ...kept, phase: 'asked', ...(e.trouble ? { trouble: e.trouble } : {}) } : signIn
    case 'signIn/cancelled':
      return { ...kept, phase: 'cancelling' }
    case 'signIn/skipped':
      return { ...kept, phase: 'skipped' }
    default:
      return signIn
  }
}

/** Whether the active account's sign-in is still unchecked. */
export const isDue = (state: State): boolean => {
  const account = signInAccount(state)
  return state.options.siwx !== undefined && account !== undefined && account !== state.signIn?.account
}

/** Whether the sign-in view is open or in progress. */
export const isAsking = ({ signIn }: State): boolean =>
  signIn !== undefined && ['asked', 'preparing', 'signing', 'verifying'].includes(signIn.phase)
