import type { LoginWay } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback, useSyncExternalStore } from 'react'
import { useSelect } from '../hooks/useSelect.ts'
import type { LoginNext } from './readLogin.ts'
import { useLogin } from './useLogin.ts'

/** What `useAppKitPasskeyLogin` returns. */
export type UseAppKitPasskeyLoginReturn = {
  /** Whether visitors can log in by a passkey: the site names a `walletUrl`, leaves `features.passkey` on, and the browser has passkeys. */
  canLogIn: boolean
  /**
   * The progress: `device` is the wallet's own window, where the visitor uses a passkey or creates one; `passed`
   * connects.
   */
  step: 'idle' | 'device' | 'passed'
  /** Why the last attempt failed. */
  error: ErrorCode | undefined
  /** The next step to offer: `retry`, `wait` or `other`. */
  next: LoginNext | undefined
  /** When it may be tried again, in milliseconds since 1970, where that is known. */
  againAt: number | undefined
  /** It ended because the visitor closed the wallet's window or canceled. */
  isCancelled: boolean
  /** Opens the wallet's window, which uses a passkey or creates a wallet with a new one. */
  logIn: () => Promise<void>
  /** Gives it up; the wallet's window closes. */
  cancel: () => void
}

const isPasskey = (way: LoginWay) => way === 'passkey'
const never = () => () => undefined
const hasPasskeys = () => typeof PublicKeyCredential === 'function'

/** A passkey as the whole login, behind a button of your own. It belongs to the wallet's origin, so only the wallet's window can use it. */
export function useAppKitPasskeyLogin(): UseAppKitPasskeyLoginReturn {
  const isOn = useSelect(({ options }) => options.walletUrl !== undefined && options.features.passkey !== false)
  const canLogIn = useSyncExternalStore(never, hasPasskeys, () => false) && isOn
  const { kit, own, run, cancel } = useLogin(canLogIn, isPasskey)
  const logIn = useCallback(() => run(({ connectPasskey }) => connectPasskey(kit)), [kit, run])
  const { phase, ...rest } = own
  return { canLogIn, step: phase === 'device' || phase === 'passed' ? phase : 'idle', ...rest, logIn, cancel }
}
