import type { DeepLink } from '../model/deepLink.ts'
import type { Device, Target } from '../ports/page.ts'
import { isOpenable } from '../ports/page.ts'
import type { Storage } from '../ports/storage.ts'
import { deepLinkKey } from './storageKeys.ts'
/** A link to open now, and the app's own URL to store. */
export type PairingLink = { redirect: string; href: string }

/** A link that opens a wallet's app with a pairing: `metamask:` as well as `https://metamask.app.link`. */
export function pairingLink(
  appUrl: string,
  uri: string,
  { telegram, android }: Pick<Device, 'telegram' | 'android'> = { telegram: false, android: false },
): PairingLink {
  if (/^https?:\/\//i.test(appUrl)) return linkOf(appUrl, encodeURIComponent(uri))
  const scheme = appUrl.includes('://') ? appUrl : `${appUrl.replaceAll('/', '').replaceAll(':', '')}://`
  // Telegram on Android decodes once too often.
  const encoded = encodeURIComponent(uri)
  return linkOf(scheme, telegram && android ? encodeURIComponent(encoded) : encoded)
}

function linkOf(base: string, encoded: string): PairingLink {
  const href = base.endsWith('/') ? base : `${base}/`
  return { redirect: `${href}wc?uri=${encoded}`, href }
}

/** A link that opens a wallet's app for a pending request. */
export function requestLink(href: string, { id, topic }: { id: number; topic: string }): string {
  const base = href.replace(/\/$/, '')
  const query = `requestId=${id}&sessionTopic=${topic}`
  if (!href.startsWith('https://t.me')) return `${base}/wc?${query}`
  return `${base}${base.includes('?') ? '&' : '?'}startapp=${btoa(query).replace(/=+$/, '')}`
}

/** The link's target: an app's own scheme must not leave an empty tab behind. */
export function linkTarget(url: string, { iframe, telegram }: Pick<Device, 'iframe' | 'telegram'>): Target {
  if (iframe) return '_top'
  return telegram || /^https?:\/\//i.test(url) ? '_blank' : '_self'
}

/** Stores or clears the app that a visitor connected with. */
export function storeDeepLink(storage: Storage, link: DeepLink | undefined): void {
  storage.set(deepLinkKey, link ? JSON.stringify({ href: link.href, name: link.name }) : undefined)
}

/** The app that a visitor connected with; undefined if the stored link is invalid. */
export function storedDeepLink(storage: Storage): DeepLink | undefined {
  try {
    const { href, name } = JSON.parse(storage.get(deepLinkKey) ?? '{}') as Record<string, unknown>
    if (typeof href !== 'string' || href.length > 500 || !isOpenable(href)) return undefined
    return { href, name: typeof name === 'string' ? name.slice(0, 100) : '' }
  } catch {
    // Corrupt, or from another version: the visitor opens the wallet manually.
    return undefined
  }
}
