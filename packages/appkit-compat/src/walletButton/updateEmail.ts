import type { AppKit } from '@billfold/react'

type Kit = AppKit['kit']
type State = ReturnType<Kit['store']['get']>

/** Lets the visitor change the e-mail of their embedded wallet; resolves with the new one, rejects when there is none or they leave. */
export function updateEmail(kit: Kit): Promise<{ email: string }> {
  const before = emailOf(kit.store.get())
  return new Promise((resolve, reject) => {
    if (before === undefined) return reject(new Error('No email login'))
    const stop = kit.store.subscribe((now, was) => {
      const email = emailOf(now)
      if (email !== undefined && email !== before) {
        stop()
        resolve({ email })
      } else if (was.modal.open && !now.modal.open) {
        stop()
        reject(new Error('The dialog was closed before the e-mail was changed'))
      }
    })
    kit.store.send({ type: 'modal/opened', view: { name: 'UpdateEmailWallet' } })
  })
}

const emailOf = ({ account }: State): string | undefined =>
  Object.values(account).flatMap((one) => (one.status === 'connected' ? (one.accounts[0].embedded ?? []) : []))[0]?.user
    .email
