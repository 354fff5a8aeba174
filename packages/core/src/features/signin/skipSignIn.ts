import type { Kit } from '../../kit.ts'
import { signInAccount } from './signIn.ts'

const skippedKey = '@appkit/siwx-skipped'

/** Continues without signing in, if allowed; a reload does not prompt again. */
export function skipSignIn(kit: Kit): void {
  const { signIn } = kit.store.get()
  if (!signIn?.account) return
  kit.latest.cancel('signIn')
  kit.ports.storage.set(skippedKey, signIn.account)
  kit.store.send({ type: 'signIn/skipped', account: signIn.account })
}

/** Whether the active account chose to continue without. */
export const hasSkipped = ({ ports, store }: Kit): boolean => {
  const skipped = ports.storage.get(skippedKey)
  return skipped !== undefined && skipped === signInAccount(store.get())
}

/** Connecting again prompts again. */
export const forgetSkipped = ({ ports }: Kit): void => ports.storage.set(skippedKey, undefined)
