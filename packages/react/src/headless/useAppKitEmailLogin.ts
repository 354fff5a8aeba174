import type { LoginWay } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import type { LoginNext } from './readLogin.ts'
import { useLogin } from './useLogin.ts'

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
  /** The next step to offer: `retry`, `wait` until `againAt`, `newCode` or `other`. */
  next: LoginNext | undefined
  /** Mails a code to an address; asked again for the same one after `againAt`, another code. */
  sendCode: (email: string) => Promise<void>
  /** Has the six digits checked; the visitor is connected once they are right. */
  submitCode: (code: string) => Promise<void>
  /** Gives the login up. */
  cancel: () => void
}

const isEmail = (way: LoginWay) => way === 'email'

/** Logging in by e-mail with a form of your own. The wallet still shows its own window for a new device and for approvals. */
export function useAppKitEmailLogin(): UseAppKitEmailLoginReturn {
  const canLogIn = useSelect(({ options }) => options.walletUrl !== undefined && options.features.email)
  const { kit, own, state, run, cancel } = useLogin(canLogIn, isEmail)
  const sendCode = useCallback(
    (email: string) => run(({ connectEmail }) => connectEmail(kit, { email: email.trim(), again: true })),
    [kit, run],
  )
  const submitCode = useCallback(
    (otp: string) =>
      run(async (parts) => {
        const { email } = kit.store.get().embedded?.mail ?? {}
        if (email !== undefined) await parts.submitCode(kit, { email, otp: otp.trim() })
      }),
    [kit, run],
  )
  const { phase, error, next } = own
  return {
    canLogIn,
    step: phase === 'social' || phase === 'retrieving' ? 'idle' : phase,
    email: state.mail?.email,
    againAt: own.againAt ?? state.mail?.againAt,
    error,
    next,
    sendCode,
    submitCode,
    cancel,
  }
}
