import { embeddedInitial } from '@billfold/core/features/embedded/embedded'
import type { Kit } from '@billfold/core/kit'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import { completeNow, useHeadlessKit } from './useHeadlessKit.ts'

/** What `useAppKitEmailLogin` returns. */
export type UseAppKitEmailLoginReturn = {
  /** Whether visitors can log in by e-mail: the site names a `walletUrl` and leaves `features.email` on. */
  canLogIn: boolean
  /** How far it is: a code is mailed, waited for and checked; `device` is a question in the wallet's own window; `passed` connects. */
  step: 'idle' | 'mailing' | 'code' | 'checking' | 'device' | 'passed'
  /** The address that the last code was mailed to. */
  email: string | undefined
  /** When another code may be mailed, in milliseconds since 1970. */
  againAt: number | undefined
  /** Why the last step failed. */
  error: ErrorCode | undefined
  /** Mails a code to an address; asked again for the same one after `againAt`, another code. */
  sendCode: (email: string) => Promise<void>
  /** Has the six digits checked; the visitor is connected once they are right. */
  submitCode: (code: string) => Promise<void>
  /** Gives the login up. */
  cancel: () => void
}

/** Logging in by e-mail with a form of your own. The wallet still shows its own window for a new device and for approvals. */
export function useAppKitEmailLogin(): UseAppKitEmailLoginReturn {
  const { kit } = useHeadlessKit()
  const canLogIn = useSelect(({ options }) => options.walletUrl !== undefined && options.features.email)
  const { phase, mail, trouble } = useSelect((state) => state.embedded ?? embeddedInitial)
  const sendCode = useCallback(
    async (email: string) => {
      const { connectEmail } = await loginParts(kit)
      await connectEmail(kit, { email: email.trim(), again: true })
    },
    [kit],
  )
  const submitCode = useCallback(
    async (otp: string) => {
      const { submitCode: submit } = await loginParts(kit)
      const { email } = kit.store.get().embedded?.mail ?? {}
      if (email !== undefined) await submit(kit, { email, otp: otp.trim() })
    },
    [kit],
  )
  const cancel = useCallback(() => {
    kit.latest.cancel('embedded')
    kit.store.send({ type: 'embedded/left' })
  }, [kit])
  return {
    canLogIn,
    step: phase === 'social' || phase === 'retrieving' ? 'idle' : phase,
    email: mail?.email,
    againAt: mail?.againAt,
    error: trouble?.code,
    sendCode,
    submitCode,
    cancel,
  }
}

/** The embedded wallet, and what logs in to it. */
async function loginParts(kit: Kit) {
  const [{ startEmbedded }, mailing, checking] = await Promise.all([
    import('@billfold/core/startEmbedded'),
    import('@billfold/core/features/embedded/connectEmail'),
    import('@billfold/core/features/embedded/submitCode'),
    completeNow(kit),
  ])
  startEmbedded(kit)
  return { ...mailing, ...checking }
}
