import { browserLink } from '@billfold/core/features/wallets/browserLink'
import type { ReachMethod, ReachPlatform } from '@billfold/core/features/wallets/reachOf'
import { pairingLink } from '@billfold/core/wc/deepLink'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundledWallets, platforms, reachIn, type WalletFile } from './reachTable.ts'
import { type Offers, readOffers } from './readOffers.ts'
import { relayInPage } from './relayInPage.ts'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  harness.server.registry.answer = (query) => {
    const data = lists[Number(query.get('search')?.replace('list', '') ?? 0)]!
    return { data, count: data.length }
  }
})
afterAll(() => harness?.stop())

/** The registry in parts, each the answer to a search: going back to a grid takes as long as it has wallets. */
const lists = Array.from({ length: Math.ceil(bundledWallets.length / 10) }, (_, index) =>
  bundledWallets.slice(index * 10, (index + 1) * 10),
)

const phone = { width: 390, height: 600, touch: true }
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const looks: Record<ReachPlatform, PageLook> = {
  desktop: { width: 800, height: 600 },
  ios: { ...phone, userAgent: iphone },
  android: { ...phone, userAgent: android },
  inApp: { ...phone, userAgent: android },
  telegram: { ...phone, userAgent: android },
}

/** Announces wallets by EIP-6963, as their own browsers do. */
function announce(wallets: readonly { name: string; rdns: string }[]): void {
  const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
  const announceAll = () => {
    for (const [index, wallet] of wallets.entries()) {
      const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      const info = { ...wallet, uuid, icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: { ...provider } }) }),
      )
    }
  }
  window.addEventListener('eip6963:requestProvider', announceAll)
  announceAll()
}

/** Ends animations at once: views leave a moving copy of themselves behind, which is not the subject here. */
function skipAnimations(): void {
  Element.prototype.animate = () => {
    const animation = { cancel: () => {}, onfinish: () => {} }
    queueMicrotask(() => animation.onfinish())
    return animation as unknown as Animation
  }
}

async function openAs(platform: ReachPlatform, relayUrl: string): Promise<Page> {
  const relay = relayInPage(relayUrl)
  const prepare = async (page: Page) => {
    await relay.join(page)
    await page.addInitScript(skipAnimations)
    if (platform === 'telegram') await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
    const infos = bundledWallets.map(({ name, rdns }, index) => ({ name, rdns: rdns ?? `example.wallet${index}` }))
    if (platform === 'inApp') await page.addInitScript(announce, infos)
  }
  const { page } = await harness.open({ wallets: [], options: { relayUrl } }, { ...looks[platform], prepare })
  return page
}

/** The methods that a wallet's view offers, by its links and codes. */
function methodsIn(
  { isInjected, reason, screens }: Offers,
  wallet: WalletFile,
  { href, platform }: { href: string; platform: ReachPlatform },
): readonly string[] {
  if (isInjected) return ['injected']
  const { chrome_store, app_store, play_store, homepage, mobile_link, desktop_link, webapp_link } = wallet
  const isDesktop = platform === 'desktop'
  const isPairing = (link: string, app: string | null | undefined) =>
    Boolean(app) &&
    link.startsWith(pairingLink(app!, 'wc:', { telegram: platform === 'telegram', android: true }).redirect)
  return screens.map(({ code, links }) => {
    const inBrowser = browserLink(wallet.browser_link ?? '', href)
    if (code) return code.startsWith('wc:') ? 'relay' : code === inBrowser ? 'qrOfLink' : code
    const downloads = [chrome_store, app_store, play_store, homepage].filter(Boolean)
    if (links.join() === downloads.join()) return reason || !chrome_store ? 'get' : 'extension'
    const [link = ''] = links
    if (link === inBrowser) return 'inAppBrowser'
    if (link === chrome_store) return 'extension'
    if (isPairing(link, isDesktop ? desktop_link : mobile_link)) return isDesktop ? 'desktopApp' : 'relay'
    return isPairing(link, webapp_link) ? 'webApp' : `unknown: ${links.join(' ')}`
  })
}

/** A row in the modal leads to the wallet in the page if it is there; otherwise it offers every method of its cell. */
const offeredOf = (methods: readonly ReachMethod[]): readonly string[] =>
  methods[0] === 'injected' ? ['injected'] : methods.length > 1 ? methods.filter((each) => each !== 'get') : methods

it.each(platforms)('offers each wallet as its cell says: %s', { timeout: 240_000 }, async (platform) => {
  // Most of the time a page waits for its frames: both at once.
  await Promise.all([true, false].map((hasRelay) => compareCells(platform, hasRelay)))
})

async function compareCells(platform: ReachPlatform, hasRelay: boolean): Promise<void> {
  const page = await openAs(platform, hasRelay ? 'wss://relay.walletconnect.com' : 'wss://relay.example.com')
  const href = page.url()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  const offers: Record<string, Offers> = {}
  for (const [index, list] of lists.entries()) {
    await page.getByRole('searchbox').fill(`list ${index}`)
    const ids = list.map(({ id }) => id)
    Object.assign(offers, await page.evaluate(readOffers, ids))
  }
  const offered = bundledWallets.map((wallet) => {
    const { reason } = offers[wallet.id]!
    return [wallet.name, methodsIn(offers[wallet.id]!, wallet, { href, platform }), reason ?? '']
  })
  const expected = bundledWallets.map((wallet) => {
    const { methods, reason } = reachIn(wallet, platform, hasRelay)
    return [wallet.name, offeredOf(methods), reason ? reasonText(reason, wallet.name) : '']
  })
  expect(offered).toEqual(expected)
}

/** The wallet's view's title and reason if only a download is left. */
const reasonText = (reason: 'relay' | 'device', name: string): string =>
  `Can’t connect ${name} here\n\n${
    reason === 'relay'
      ? `${name} connects through a relay that this site doesn’t use.`
      : `This site can’t open ${name} on this device.`
  }`
