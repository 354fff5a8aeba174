import { type CaipAddress, type CaipNetworkId, networkOf } from '@billfold/protocol/caip'
import type { Event, State } from '../../store.ts'
import { caipAddressOf } from '../account/account.ts'
import { findNetwork } from '../network/network.ts'

/** What a visitor is told when they are not signed in after all. */
export type SignInTrouble =
  /** They said no in the wallet. */
  | 'declined'
  /** The wallet could not sign. */
  | 'wallet'
  /** Another account signed than the one in use. */
  | 'invalid'
  /** The site did not accept what was signed. */
  | 'refused'
  /** The site's server did not respond. */
  | 'unavailable'
  /** The same, before anyone was asked to sign. */
  | 'unknown'
  /** It held once, and is over. */
  | 'expired'

/** How far the account in use is with signing in. */
export type SignIn = {
  phase: /** No one is there to sign in. */
    | 'idle'
    /** Whether they are signed in is being asked. */
    | 'checking'
    /** They are asked to. */
    | 'asked'
    /** The message is made. */
    | 'preparing'
    /** The wallet has it. */
    | 'signing'
    /** The site checks what was signed. */
    | 'verifying'
    | 'cancelling'
    | 'signedIn'
    /** They go on without. */
    | 'skipped'
  /** Whose sign-in it is, and on which network. */
  account?: CaipAddress
  /** Without it the wallet is disconnected. */
  isRequired: boolean
  trouble?: SignInTrouble
  /** When it has to be asked about again, where it ends. */
  endsAt?: number
  /** The dialog was about to close, and stays until it is known whether they are signed in. */
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
  /** What was not known is to be asked again. */
  | { type: 'signIn/retried' }
  | { type: 'signIn/skipped'; account: CaipAddress }
  | { type: 'signIn/left' }

export const signInInitial: SignIn = { phase: 'idle', isRequired: true }

/** The account that has to be signed in: the one in use, on a network that the site uses. */
export function signInAccount(state: State): CaipAddress | undefined {
  const account = caipAddressOf(state)
  return account && findNetwork(state, networkOf(account)) ? account : undefined
}

/** Keeps how far the sign-in is; what is told of another account than the one it is about changes nothing. */
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
      // One that came with a connection is the connection's matter.
      return e.account ? { ...kept, phase: 'asked', ...(e.trouble ? { trouble: e.trouble } : {}) } : signIn
    case 'signIn/cancelled':
      return { ...kept, phase: 'cancelling' }
    case 'signIn/skipped':
      return { ...kept, phase: 'skipped' }
    default:
      return signIn
  }
}

/** Whether an account is in use that no one has asked about yet. */
export const isDue = (state: State): boolean => {
  const account = signInAccount(state)
  return state.options.siwx !== undefined && account !== undefined && account !== state.signIn?.account
}

/** Whether someone is in front of the question, or on the way through it. */
export const isAsking = ({ signIn }: State): boolean =>
  signIn !== undefined && ['asked', 'preparing', 'signing', 'verifying'].includes(signIn.phase)
