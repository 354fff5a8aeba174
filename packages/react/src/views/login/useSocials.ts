import { connectFarcaster } from '@billfold/core/features/embedded/connectFarcaster'
import { connectSocial, redirectToSocial } from '@billfold/core/features/embedded/connectSocial'
import { isProviderSupported, socialsQuery } from '@billfold/core/features/embedded/socialsQuery'
import type { LoginProvider } from '@billfold/core/model/embedded'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { embeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { openLoginWindow } from './openLoginWindow.ts'
import { socialTrouble } from './socialTrouble.ts'

type Socials = {
  /**
   * The providers that the site names, the operator has set up and this browser allows; while the operator's response
   * is pending, all that the site names.
   */
  socials: readonly LoginProvider[]
  isKnown: boolean
  /**
   * Begins one: in a window that opens in the click itself, or not at all; on a phone, and in Telegram, by leaving the page;
   * Farcaster by a link.
   */
  start(provider: LoginProvider): void
  /** Begins Farcaster's with another link. */
  renew(): void
  /** Begins one by leaving the page. */
  leave(provider: SocialProvider): void
}

/** The social logins, and the ways to begin one. */
export function useSocials(): Socials {
  const kit = useKit()
  const given = useSelect(({ options }) => options.features.socials)
  const named: readonly LoginProvider[] = Array.isArray(given) ? given : []
  const device = useSelect((state) => state.device)
  // A prerendered dialog makes no requests.
  const isSeen = useSelect(({ modal, options }) => modal.open || options.enableEmbedded === true)
  const { data: served, isPending } = useKitQuery({ ...socialsQuery(kit), enabled: isSeen && named.length > 0 })
  const text = useArea(embeddedTexts)
  const farcaster = (isNew: boolean) =>
    void connectFarcaster(kit, { isNew, words: ({ code }) => socialTrouble(text, 'farcaster', code) })
  const leave = (provider: SocialProvider) => void redirectToSocial(kit, { provider })
  return {
    socials: named.filter(
      (each) => (isPending || served?.includes(each)) && isProviderSupported(device, each, navigator.userAgent),
    ),
    isKnown: !isPending,
    start(provider) {
      if (provider === 'farcaster') return farcaster(false)
      if (device.mobile || device.telegram) return leave(provider)
      void connectSocial(kit, { provider, window: openLoginWindow() })
    },
    renew: () => farcaster(true),
    leave,
  }
}
