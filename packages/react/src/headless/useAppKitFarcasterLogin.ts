import { socialsQuery } from '@billfold/core/features/embedded/socialsQuery'
import type { LoginWay } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback, useMemo } from 'react'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { type QrDrawing, qrCode } from './qrCode.ts'
import type { LoginNext } from './readLogin.ts'
import { useLogin } from './useLogin.ts'

/** What `useAppKitFarcasterLogin` returns. */
export type UseAppKitFarcasterLoginReturn = {
  /** Whether Farcaster can be offered: the site names a `walletUrl` and lists it in `features.socials`, and your API has it. */
  canLogIn: boolean
  /** Whether the query of your API's logins is pending. */
  isLoading: boolean
  /** How far it is: `preparing` makes a link, `link` waits for its approval, `device` is a question in the wallet's own window, `passed` connects. */
  step: 'idle' | 'preparing' | 'link' | 'checking' | 'device' | 'passed'
  /** The link to approve in Farcaster's app, while it is waited for. On a phone put it in an `<a>`. It renews itself when it expires. */
  link: string | undefined
  /** The QR code of `link`, to draw. */
  code: QrDrawing | undefined
  /** Why the last attempt failed. */
  error: ErrorCode | undefined
  /** The next step to offer: `retry`, `wait` or `other`. */
  next: LoginNext | undefined
  /** When it may be tried again, in milliseconds since 1970, where that is known. */
  againAt: number | undefined
  /** It ended because the visitor rejected it in the app, closed the wallet's window, or canceled. */
  isCancelled: boolean
  /** Makes a link and waits for its approval. */
  logIn: () => Promise<void>
  /** Does it again with another link. */
  renew: () => Promise<void>
  /** Gives it up; the link works no longer. */
  cancel: () => void
}

const isFarcaster = (way: LoginWay) => way === 'farcaster'
const steps = { retrieving: 'checking', device: 'device', passed: 'passed' } as const

/** Farcaster with a code or a link of your own drawing. */
export function useAppKitFarcasterLogin(): UseAppKitFarcasterLoginReturn {
  const given = useSelect(({ options }) => options.walletUrl && options.features.socials)
  const isNamed = Array.isArray(given) && given.includes('farcaster')
  const { kit, own, state, run, cancel } = useLogin(isNamed, isFarcaster)
  const { data: served, isPending } = useKitQuery({ ...socialsQuery(kit), enabled: isNamed })
  const { phase, ...rest } = own
  const link = phase === 'social' ? state.link : undefined
  const start = useCallback(
    (isNew: boolean) => run(({ connectFarcaster }) => connectFarcaster(kit, { isNew })),
    [kit, run],
  )
  return {
    canLogIn: isNamed && (isPending || (served?.includes('farcaster') ?? false)),
    isLoading: isNamed && isPending,
    step:
      phase === 'social' ? (link ? 'link' : 'preparing') : phase in steps ? steps[phase as keyof typeof steps] : 'idle',
    link,
    code: useMemo(() => (link ? qrCode(link) : undefined), [link]),
    ...rest,
    logIn: useCallback(() => start(false), [start]),
    renew: useCallback(() => start(true), [start]),
    cancel,
  }
}
