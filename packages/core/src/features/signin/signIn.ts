import { type CaipAddress, networkOf } from '@billfold/protocol/caip'
import { caipAddressOf } from '../../model/connectedAccount.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import type { SignIn } from '../../model/signIn.ts'
import type { Event, State } from '../../model/state.ts'

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
