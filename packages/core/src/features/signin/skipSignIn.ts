import type { Kit } from '../../kit.ts'
import { signInAccount } from './signIn.ts'

const skippedKey = '@appkit/siwx-skipped'

/** Goes on without signing in, where that may be: a reload does not make it a question again. */
export function skipSignIn(kit: Kit): void {
  const { signIn } = kit.store.get()
  if (!signIn?.account) return
  kit.latest.cancel('signIn')
  kit.ports.storage.set(skippedKey, signIn.account)
  kit.store.send({ type: 'signIn/skipped', account: signIn.account })
}

/** Whether the account in use said before that it goes on without. */
export const hasSkipped = ({ ports, store }: Kit): boolean => {
  const skipped = ports.storage.get(skippedKey)
  return skipped !== undefined && skipped === signInAccount(store.get())
}

/** Anyone who connects again is asked again. */
export const forgetSkipped = ({ ports }: Kit): void => ports.storage.set(skippedKey, undefined)
