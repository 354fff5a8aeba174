import { isProviderSupported, socialsQuery } from '@billfold/core/features/embedded/socialsQuery'
import type { LoginWay } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import { useCallback, useMemo } from 'react'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { openLoginWindow } from '../views/login/openLoginWindow.ts'
import { socialNames } from '../views/login/socialNames.ts'
import type { LoginNext } from './readLogin.ts'
import { useLogin } from './useLogin.ts'

/** A social login to offer. */
export type SocialLogin = {
  /** What `logIn` takes. */
  id: SocialProvider
  /** The name to show. */
  name: string
}

/** What `useAppKitSocialLogin` returns. */
export type UseAppKitSocialLoginReturn = {
  /** Whether there is a social login to offer: the site names a `walletUrl` and `features.socials`, and your API has one of them. */
  canLogIn: boolean
  /** The logins to offer, in the site's order. While `isLoading`, those that the site names: show them disabled. */
  providers: readonly SocialLogin[]
  /** Whether the query of your API's providers is pending. */
  isLoading: boolean
  /** Which one the visitor took last. */
  provider: SocialProvider | undefined
  /** How far it is: `window` waits for the provider's, `device` is a question in the wallet's own window, `passed` connects. */
  step: 'idle' | 'window' | 'checking' | 'device' | 'passed'
  /** Why the last one failed. */
  error: ErrorCode | undefined
  /** The next step to offer: `retry`, `leave` (the browser blocked the window), `wait` or `other`. */
  next: LoginNext | undefined
  /** When it may be tried again, in milliseconds since 1970, where that is known. */
  againAt: number | undefined
  /** It ended because the visitor closed a window, rejected it there, or canceled. */
  isCancelled: boolean
  /** Begins one. Call it in a click handler: it opens a window. On phones it leaves the page, which comes back connected. */
  logIn: (provider: SocialProvider) => Promise<void>
  /** Starts one by leaving the page, if the window was blocked. */
  leave: (provider: SocialProvider) => Promise<void>
  /** Gives it up; its window closes. */
  cancel: () => void
}

const steps = { social: 'window', retrieving: 'checking', device: 'device', passed: 'passed' } as const
const isSocial = (way: LoginWay): way is SocialProvider => way !== 'email' && way !== 'passkey' && way !== 'farcaster'

/** Google, Apple, GitHub, X, Discord and Facebook with buttons of your own. What the provider says goes to the wallet's page, not to yours. */
export function useAppKitSocialLogin(): UseAppKitSocialLoginReturn {
  const given = useSelect(({ options }) => options.walletUrl && options.features.socials)
  // A non-array logs a warning and counts as empty.
  const named: readonly LoginWay[] = Array.isArray(given) ? given : none
  const device = useSelect((state) => state.device)
  const isNamed = named.some(isSocial)
  const { kit, own, state, run, cancel } = useLogin(isNamed, isSocial)
  const { data: served, isPending } = useKitQuery({ ...socialsQuery(kit), enabled: isNamed })
  const providers = useMemo(
    () =>
      named
        .filter(isSocial)
        .filter(
          (id) =>
            (isPending || served?.includes(id)) &&
            isProviderSupported(device, id, globalThis.navigator?.userAgent ?? ''),
        )
        .map((id) => ({ id, name: socialNames[id] })),
    [named, served, isPending, device],
  )
  const leave = useCallback(
    (provider: SocialProvider) => run(({ redirectToSocial }) => redirectToSocial(kit, { provider })),
    [kit, run],
  )
  const logIn = useCallback(
    async (provider: SocialProvider) => {
      if (device.mobile || device.telegram) return leave(provider)
      const popup = openLoginWindow()
      await run(
        ({ connectSocial }) => connectSocial(kit, { provider, window: popup }),
        () => popup?.close(),
      )
    },
    [kit, run, leave, device],
  )
  const { phase, ...rest } = own
  return {
    canLogIn: providers.length > 0,
    providers,
    isLoading: isNamed && isPending,
    provider: state.by !== undefined && isSocial(state.by) ? state.by : undefined,
    step: phase in steps ? steps[phase as keyof typeof steps] : 'idle',
    ...rest,
    logIn,
    leave,
    cancel,
  }
}

const none: readonly SocialProvider[] = []
