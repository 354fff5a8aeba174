import { reduceDeferredModal } from '../features/modal/deferredModal.ts'
import { guardModal } from '../features/signin/guardModal.ts'
import { reduceSignIn, signInInitial } from '../features/signin/signIn.ts'
import type { Kit } from '../kit.ts'
import { startSignInReactions } from './startSignInReactions.ts'

const started = new WeakSet<Kit>()

/** Adds sign-in to a fully loaded kit; idempotent. */
export function installSignIn(kit: Kit): void {
  if (started.has(kit) || kit.isDisposed) return
  started.add(kit)
  kit.store.add(
    { signIn: { reduce: reduceSignIn }, modal: { reduce: guardModal(reduceDeferredModal) } },
    { signIn: signInInitial },
  )
  kit.endWith(startSignInReactions(kit))
}
