import type { Wallet } from '@billfold/protocol/api/registry'
import type { Device } from '../../ports/page.ts'

/** How a site and a wallet can meet. `relay`: an app link on a phone, a QR code on a computer. */
export type ReachMethod =
  | 'injected'
  | 'relay'
  | 'inAppBrowser'
  | 'qrOfLink'
  | 'extension'
  | 'desktopApp'
  | 'webApp'
  | 'get'

/** The visitor's device; `inApp`: the wallet's own browser, or another in which it is installed. */
export type ReachPlatform = 'desktop' | 'ios' | 'android' | 'inApp' | 'telegram'

/** Why only a download is left: the site uses no relay of this wallet, or the wallet is not for this device. */
export type NoReachReason = 'relay' | 'device'

export type Reach = { methods: readonly ReachMethod[]; reason?: NoReachReason }

export const platformOf = ({ mobile, ios, telegram }: Device, isInstalled: boolean): ReachPlatform =>
  !mobile ? 'desktop' : isInstalled ? 'inApp' : telegram ? 'telegram' : ios ? 'ios' : 'android'

/** The methods that work with this wallet from here, best first. */
export function reachOf(
  wallet: Wallet,
  /** `hasRelay`: the site and the wallet have a relay in common. */
  { hasRelay, isInstalled, platform }: { hasRelay: boolean; isInstalled: boolean; platform: ReachPlatform },
): Reach {
  const { mobile_link, desktop_link, webapp_link, browser_link, chrome_store, app_store, play_store, homepage } = wallet
  const isDesktop = platform === 'desktop'
  // Telegram opens web links only, and has no app of a wallet around the page.
  const opensBrowser = browser_link && (platform !== 'telegram' || /^https:/i.test(browser_link))
  const rows: readonly [ReachMethod, unknown][] = [
    ['injected', isInstalled || platform === 'inApp'],
    ['relay', hasRelay && mobile_link],
    ['inAppBrowser', !isDesktop && platform !== 'inApp' && opensBrowser],
    // A pairing connects this page; the link would move the visitor to another.
    ['qrOfLink', isDesktop && !(hasRelay && mobile_link) && browser_link],
    ['extension', isDesktop && !isInstalled && chrome_store],
    ['desktopApp', isDesktop && hasRelay && desktop_link],
    ['webApp', hasRelay && webapp_link],
    ['get', chrome_store ?? app_store ?? play_store ?? homepage],
  ]
  const methods = rows.flatMap(([method, works]) => (works ? [method] : []))
  if (methods.some((method) => method !== 'get')) return { methods }
  const links = isDesktop ? [mobile_link, desktop_link, webapp_link] : [mobile_link, webapp_link]
  return { methods, reason: !hasRelay && links.some(Boolean) ? 'relay' : 'device' }
}
