import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'

/** What `useAppKitUpdateEmail` returns. */
export type UpdateEmail = {
  /** The present e-mail of the embedded wallet; nothing without one. */
  email: string | undefined
  /** Opens the modal on the e-mail change; a code goes to the current address, then one to the new one. */
  updateEmail(): void
}

/** Lets the visitor change the e-mail of their embedded wallet. */
export function useAppKitUpdateEmail(): UpdateEmail {
  const { kit } = useAppKitOf('useAppKitUpdateEmail')
  const email = useSelectOf(
    kit,
    ({ account }) =>
      Object.values(account).flatMap((one) => (one.status === 'connected' ? (one.accounts[0].embedded ?? []) : []))[0]
        ?.user.email,
  )
  return {
    email,
    updateEmail() {
      if (email !== undefined) kit.store.send({ type: 'modal/opened', view: { name: 'UpdateEmailWallet' } })
    },
  }
}
