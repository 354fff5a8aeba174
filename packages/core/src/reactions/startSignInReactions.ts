import { type Namespace, parseCaipAddress } from '@billfold/protocol/caip'
import type { SignIns } from '../chains/signIns.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { currentView } from '../features/modal/modal.ts'
import { openModal } from '../features/modal/openModal.ts'
import { findSignIn } from '../features/signin/findSignIn.ts'
import { requestSignIn } from '../features/signin/requestSignIn.ts'
import { isAsking, signInAccount } from '../features/signin/signIn.ts'
import { signOut } from '../features/signin/signOut.ts'
import { forgetSkipped, hasSkipped, skipSignIn } from '../features/signin/skipSignIn.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount, connectedNamespaces } from '../model/connectedAccount.ts'
import type { View, ViewName } from '../model/modal.ts'
import type { State } from '../model/state.ts'
import type { Stop } from '../ports/clock.ts'
import type { EventArgs } from '../store/store.ts'

/** Families whose wallets may have a native sign-in. */
const familySignIns: { readonly [N in Namespace]?: () => Promise<SignIns> } = {
  solana: async () => (await import('../chains/solana/signIns.ts')).signIns,
}
// Separate files, shared with a site's own calls.
const loadRequest = () => import('../features/account/requestWallet.ts')
const loadSigning = () => import('../features/account/signMessage.ts')
const leave = async (kit: Kit, namespace: Namespace) =>
  (await import('../features/connect/disconnect.ts')).disconnect(kit, { namespace })

const maxTimerMs = 2 ** 31 - 1
const signView: View = { name: 'SIWXSignMessage' }

/** Reactions of sign-in, loaded on sites with sign-in instead of `reactions.ts`. */
export function startSignInReactions(kit: Kit): Stop {
  let stopTimer: Stop = () => undefined
  /** A sign-in prompt waits until a money-related dialog closes. */
  let isLate = false

  /** Checks again when a sign-in expires: at that time, or when a page wakes up later. */
  const scheduleRecheck = () => {
    stopTimer()
    const { signIn } = kit.store.get()
    if (signIn?.phase !== 'signedIn' || signIn.endsAt === undefined) return
    const left = signIn.endsAt - kit.ports.clock.now()
    if (left <= 0) void findSignIn(kit, { isOver: true })
    else stopTimer = kit.ports.clock.after(Math.min(left, maxTimerMs), scheduleRecheck)
  }

  const ask = () => {
    const { modal, signIn } = kit.store.get()
    isLate = modal.open && signIn?.trouble === 'expired' && modal.history.some(isMoney)
    if (isLate) return
    if (modal.open) kit.store.send({ type: 'modal/reset', view: signView })
    else openModal(kit, { view: signView })
  }

  const hear = (...[event, now, before]: EventArgs) => {
    if (signInAccount(now) !== signInAccount(before) || now.options.siwx !== before.options.siwx) void findSignIn(kit)
    switch (event.type) {
      case 'account/connected':
        if (event.how !== 'user') break
        forgetSkipped(kit)
        if (before.signIn?.phase === 'skipped') void findSignIn(kit)
        break
      case 'signIn/needed':
        if (now.signIn?.phase !== 'asked' || event.account !== now.signIn.account) break
        if (!now.signIn.isRequired && hasSkipped(kit)) skipSignIn(kit)
        else ask()
        break
      case 'signIn/retried':
        void findSignIn(kit)
        break
      case 'signIn/clicked':
        if (before.signIn?.phase === 'asked' || before.signIn?.phase === 'skipped')
          void requestSignIn(kit, {
            load: () => Promise.all([loadRequest(), loadSigning()]),
            request: async (request) => (await loadRequest()).requestWallet(kit, request),
            signMessage: async (message) => (await loadSigning()).signMessage(kit, message),
            signIns: (namespace) => familySignIns[namespace]?.(),
          })
        break
      case 'signIn/failed':
        // The wallet's own screen may have replaced the prompt.
        if (event.account && !isSignIn(now)) ask()
        break
      case 'signIn/found':
        scheduleRecheck()
        finish(kit, now, before)
        break
      case 'signIn/skipped':
      case 'signIn/left':
        stopTimer()
        finish(kit, now, before)
        break
      case 'signIn/cancelled':
        if (!now.signIn?.isRequired) skipSignIn(kit)
        else if (now.signIn.account) void leave(kit, parseCaipAddress(now.signIn.account).namespace)
        break
      case 'account/disconnected': {
        // The other tab has told the site, and may have signed in again since.
        if (event.by === 'otherTab') break
        const left = connectedAccount(before, event.namespace)
        if (connectedNamespaces(now).length === 0) signOut(kit)
        else if (left) signOut(kit, left)
        break
      }
      case 'modal/closed':
        if (now.modal.open) break
        if (isLate) ask()
        // Closing counts as declining, if allowed.
        else if (isAsking(now) && !now.signIn?.isRequired && isSignIn(before)) skipSignIn(kit)
        break
    }
  }
  // Another tab signed in or out: update this one.
  const onTabChange = (key: string) => {
    const { signIn } = kit.store.get()
    const isOurs = key === '@appkit/siwx' || key === '@appkit/siwx-auth-tokens'
    if (isOurs && (signIn?.phase === 'asked' || signIn?.phase === 'signedIn')) void findSignIn(kit)
  }
  const stops = [
    kit.ports.storage.onChange(onTabChange),
    kit.store.onEvent(hear),
    kit.ports.page.onVisible(scheduleRecheck),
    () => stopTimer(),
  ]
  void findSignIn(kit)
  return () => {
    for (const stop of stops) stop()
  }
}

const signInViews: readonly string[] = ['SIWXSignMessage', 'ConnectingSiwe'] satisfies ViewName[]
const moneyViews: readonly string[] = [
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendRecipients',
  'WalletSendPreview',
  'WalletSendStatus',
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'SwapStatus',
  'ApproveTransaction',
] satisfies ViewName[]

const isSignIn = ({ modal }: State): boolean => modal.open && signInViews.includes(currentView(modal).name)
const isMoney = ({ name }: View): boolean => moneyViews.includes(name)

/** Signed in: opens the view that waited for it, or closes. */
function finish(kit: Kit, now: State, before: State): void {
  if (!now.modal.open || !(isSignIn(now) || before.signIn?.holdsDialog)) return
  if (now.modal.wanted) kit.store.send({ type: 'modal/reset', view: now.modal.wanted })
  else closeModal(kit)
}
