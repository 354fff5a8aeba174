import { reduceLateModal } from './features/modal/lateModal.ts'
import { guardModal } from './features/signin/guardModal.ts'
import { reduceSignIn, signInInitial } from './features/signin/signIn.ts'
import type { Kit } from './kit.ts'
import { reactSignIn } from './reactSignIn.ts'

const started = new WeakSet<Kit>()

/** Adds sign-in to a fully loaded kit; idempotent. */
export function beginSignIn(kit: Kit): void {
  if (started.has(kit) || kit.isDisposed) return
  started.add(kit)
  kit.store.add(
    { signIn: { reduce: reduceSignIn }, modal: { reduce: guardModal(reduceLateModal) } },
    { signIn: signInInitial },
  )
  kit.endWith(reactSignIn(kit))
}
