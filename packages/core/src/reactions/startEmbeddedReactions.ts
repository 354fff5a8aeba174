import { namespaces as allNamespaces, type Namespace } from '@billfold/protocol/caip'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { disconnectConnectors } from '../features/connect/disconnectConnectors.ts'
import { currentView } from '../features/modal/modal.ts'
import { isAsking } from '../features/signin/signIn.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { embeddedId, infoOf } from '../model/connector.ts'
import type { KitEmbedded } from '../model/kitEmbedded.ts'
import type { View } from '../model/modal.ts'
import type { Event, State } from '../model/state.ts'
import type { Stop } from '../ports/clock.ts'
import type { EventArgs } from '../store/store.ts'

/** Reactions of the embedded wallet, loaded with its code instead of `reactions.ts`. */
export function startEmbeddedReactions(kit: Kit, embedded: KitEmbedded, namespaces: readonly Namespace[]): Stop {
  let stopReload: Stop = () => undefined
  const reload = () => {
    // A visitor who has restarted needs the current frame.
    if (kit.latest.isRunning('embedded') || connectedAccount(kit.store.get())) return
    kit.store.send({ type: 'embedded/linkEnded' })
    embedded.ask('RELOAD', undefined).catch((e) => kit.ports.log.info('Could not reload the frame', e))
  }
  const hear = (event: Event, now: State, before: State) => {
    if (shownView(now) !== shownView(before)) leaveLogin(kit, now)
    if (before.modal.open && !now.modal.open && now.embedded?.asked) embedded.dismiss()
    switch (event.type) {
      case 'modal/wentBack':
        if (shownView(before)?.name === 'ConnectingFarcaster' && !connectedAccount(now) && before.embedded?.link) {
          stopReload()
          stopReload = kit.ports.clock.after(reloadMs, reload)
        }
        break
      case 'embedded/loggedIn':
        void connectWallet(kit, { connectorId: embeddedId, namespace: familyOf(now, namespaces) })
        break
      case 'connect/failed':
        if (now.connectAttempt.phase === 'failed' && now.connectAttempt.connectorId === embeddedId)
          kit.store.send({ type: 'embedded/failed', trouble: { code: event.code, message: event.message } })
        break
      case 'account/connected':
        // One login spans families: connect those without another wallet too.
        if (event.connectorId === embeddedId && event.how === 'user')
          for (const connector of embedded.connectors) {
            const { namespace } = connector
            if (now.account[namespace].status === 'disconnected') {
              kit.store.send({ type: 'account/reconnecting', namespace, connectorId: embeddedId })
              // Announced as if new, so that it reconnects like any wallet of an earlier visit.
              kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
            }
          }
        break
      case 'account/changed': {
        // Chosen from the account list: tell the wallet, which starts with its own active account.
        const { type } = event.account
        if (connectedAccount(now, event.namespace)?.connectorId === embeddedId && type !== event.accounts[0].type)
          if (type === 'eoa' || type === 'smartAccount')
            void embedded
              .refresh({ namespace: event.namespace, type })
              .catch((e) => kit.ports.log.info('The wallet kept its other account', e))
        break
      }
      case 'embedded/approvalAsked':
        if (!now.modal.open) kit.store.send({ type: 'modal/opened', view: { name: 'ApproveTransaction' } })
        break
      case 'embedded/approvalEnded':
        if (!now.embedded?.asked && shownView(now)?.name === 'ApproveTransaction') leaveApproval(kit)
        break
      case 'embedded/methodRefused':
        kit.store.send({
          type: 'notice/raised',
          notice: { code: 'actionRefused', variant: 'error', autoClose: true },
        })
        break
      case 'embedded/forgotten':
        void disconnectConnectors(kit, heldPlaces(now))
        break
      case 'embedded/dismissed':
        // Closing the wallet's window without an answer rejects its prompt, as does Cancel.
        embedded.dismiss()
        if (shownView(now)?.name === 'ApproveTransaction') leaveApproval(kit)
        kit.latest.cancel('security')
        if (now.embedded?.phase === 'device') {
          kit.latest.cancel('embedded')
          kit.store.send({ type: 'embedded/failed', trouble: { code: 'aborted', message: 'Request was aborted' } })
        }
        break
    }
  }
  const stopHearing = kit.store.onEvent((...[event, now, before]: EventArgs) => hear(event, now, before))
  return () => {
    stopReload()
    stopHearing()
  }
}

/** Returns to the view before ApproveTransaction, or to a required sign-in that is still pending. */
function leaveApproval({ store }: Kit): void {
  const { modal, signIn } = store.get()
  const isPending = signIn?.isRequired && isAsking(store.get())
  if (isPending) store.send({ type: 'modal/reset', view: { name: 'SIWXSignMessage' } })
  else if (modal.history.length > 1) store.send({ type: 'modal/wentBack' })
  else store.send({ type: 'modal/closed', rest: { name: 'Account' } })
}

/** The families of the embedded wallet. The active one disconnects last, and so stays active. */
function heldPlaces(state: State): { namespace: Namespace; connectorId: string }[] {
  const isActive = (namespace: Namespace) => Number(namespace === state.network.activeNamespace)
  return allNamespaces
    .filter((namespace) => connectedAccount(state, namespace)?.connectorId === embeddedId)
    .sort((one, two) => isActive(one) - isActive(two))
    .map((namespace) => ({ namespace, connectorId: embeddedId }))
}

/** Going back from Farcaster's link cancels it: the frame reloads after this delay. */
const reloadMs = 100

const shownView = ({ modal }: State): View | undefined => (modal.open ? currentView(modal) : undefined)

/** The family to connect: the dialog's, if the wallet supports it. */
function familyOf({ modal, network }: State, namespaces: readonly Namespace[]): Namespace {
  const wanted = modal.namespace ?? network.activeNamespace
  return namespaces.includes(wanted) ? wanted : (namespaces[0] ?? wanted)
}

/** Navigating away from a waiting view cancels it, unless the login itself navigated. */
function leaveLogin(kit: Kit, { embedded, ...now }: State): void {
  const name = shownView({ embedded, ...now })?.name
  const isSocial = name === 'ConnectingSocial' || name === 'ConnectingFarcaster'
  const isLeft =
    embedded?.phase === 'mailing' ||
    embedded?.phase === 'checking' ||
    (embedded?.phase === 'device' && name !== 'EmailVerifyDevice' && !isSocial) ||
    ((embedded?.phase === 'social' || embedded?.phase === 'retrieving') && !isSocial)
  if (!isLeft) return
  kit.latest.cancel('embedded')
  kit.store.send({ type: 'embedded/left' })
}
