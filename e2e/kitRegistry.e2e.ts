import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { spawnWeb } from './spawnStack.ts'
import { stack } from './stack.ts'
import { choose, closed, connect, devnetWallet, dialog, hooksSay, soon, visitKit } from './visitKit.ts'

const onWallets = (answer: (route: Route) => unknown) => (context: BrowserContext) =>
  context.route(/\/getWallets\?/, async (route) => void (await answer(route)))
const answering = (body: string) => (route: Route) =>
  route.fulfill({
    body,
    headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
  })
const listed = (data: readonly object[], count = data.length) => JSON.stringify({ data, count })
/** The clipboard's content, by the keys: the site's policy lets no script read it. */
async function pasted(page: Page): Promise<string> {
  const text = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<string>()
    addEventListener('paste', ({ clipboardData }) => resolve(clipboardData?.getData('text/plain') ?? ''), {
      once: true,
    })
    return { promise }
  })
  await page.keyboard.press('ControlOrMeta+V')
  return text.evaluate(({ promise }) => promise)
}
// The browser itself logs this on the console.
const failed = [/Failed to load resource/]

test('survives a registry that lies, floods or is down, and shows its list once it recovers', async ({ open }) => {
  const troubles = [
    answering(listed([{ id: 'x', name: 'X', homepage: 'javascript:1' }])),
    answering(listed([{ id: 'x', name: 'X', homepage: `https://x/${'y'.repeat(4e6)}` }])),
    (route: Route) => route.abort('connectionrefused'),
  ]
  const met = new Set<number>()
  let at = 0
  const { page } = await visitKit(open, {
    allow: failed,
    prepare: onWallets((route) => {
      met.add(at)
      return troubles[at]?.(route) ?? route.continue()
    }),
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  while (at < troubles.length) {
    await expect.poll(() => met.has(at), soon).toBe(true)
    await page.getByText('Couldn’t load wallets').waitFor()
    at += 1
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await page.getByTestId('wallet-list').getByText('MetaMask').waitFor()
})

test('a slow registry delays no connection', async ({ open }) => {
  const { page } = await visitKit(open, { prepare: onWallets(() => new Promise(() => {})) })
  await connect(page)
})

test('shows false names and counts of a registry as text, and runs nothing', async ({ open }) => {
  const lies = Array.from({ length: 40 }, (_, n) => ({
    id: n % 2 ? 'same' : `w${n}`,
    name: n ? `Liar\u202E ${n}` : '<img src=x onerror=globalThis.ran=1>',
    rdns: '../../x',
  }))
  const { page } = await visitKit(open, { prepare: onWallets(answering(listed(lies, 1_000_000))) })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-list').getByText('Liar 2', { exact: true }).waitFor()
  await page.getByTestId('wallet-list').getByText('<img src=x').waitFor()
  expect(await page.getByTestId('wallet-search-item-same').count()).toBe(1)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})

test('the kit on the page follows an integrator’s wallets and orders, and the copied code matches', async ({
  open,
}) => {
  const { page } = await visitKit(open, { permissions: ['clipboard-write'] })
  const set = (name: string, value: string) => page.getByTestId(`setting-${name}`).selectOption(value)
  const handles = (start: string) =>
    page.locator(`[data-testid^=${start}]`).evaluateAll((all) => all.map(({ dataset }) => dataset.testid))
  const code = async () => (await page.getByTestId('settings-code').textContent()) ?? ''

  await page.getByTestId('setting-walletLists').click()
  const rainbow = page.getByLabel('Rainbow', { exact: true })
  await rainbow.selectOption('featuredWalletIds')
  const id = (await rainbow.getAttribute('data-testid'))!.replace('setting-wallet-', '')
  await set('connectorTypeOrder', 'featured')
  await set('allWalletsRow', 'HIDE')
  await page.getByTestId('connect-button').click()
  const rows = [`wallet-selector-featured-${id}`, devnetWallet, 'wallet-selector-walletconnect']
  await expect.poll(() => handles('wallet-selector-'), soon).toEqual(rows)
  expect(await page.getByTestId('all-wallets').count()).toBe(0)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await code()).toMatch(new RegExp(`featuredWalletIds: \\[\\s*'${id}'`))
  expect(await code()).toContain("allWallets: 'HIDE'")

  await rainbow.selectOption('includeWalletIds')
  await set('allWalletsRow', 'SHOW')
  await set('walletFeaturesOrder', 'send')
  await page.getByTestId('connect-button').click()
  await expect.poll(() => page.getByTestId('all-wallets').innerText(), soon).toMatch(/All wallets\s+1$/)
  await page.getByTestId(devnetWallet).click()
  await closed(page)
  await page.getByTestId('account-button').click()
  const buttons = ['send', 'swaps', 'receive', 'onramp'].map((name) => `wallet-features-${name}-button`)
  await expect.poll(() => handles('wallet-features-'), soon).toEqual(buttons)
  await page.keyboard.press('Escape')
  await closed(page)

  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(async () => (await pasted(page)).trim(), soon).toBe((await code()).trim())
  const copied = await pasted(page)
  expect(copied).toMatch(new RegExp(`includeWalletIds: \\[\\s*'${id}'`))
  expect(copied).toMatch(/connectorTypeOrder: \[\s*'featured',\s*'injected'/)
  expect(copied).toContain("walletFeaturesOrder: ['send', 'swaps', 'receive', 'onramp']")
  expect(copied).not.toMatch(/featuredWalletIds|allWallets/)
})

test('warns the developer of a missing project id, and connects visitors', async ({ open }) => {
  const web = await spawnWeb({ API_URL: stack.api, DEVNET_URL: stack.devnet })
  try {
    const { page } = await visitKit(open, {
      url: `${web.ready[1]}/playground`,
      allow: [/Console error: (?:Project ID Not Configured|createAppKit: projectId is missing)/, ...failed],
    })
    await choose(page)
    await page.getByTestId('account-button').waitFor()
    await closed(page)
    await page.getByTestId('account-button').click()
    await dialog(page, 'Account').waitFor()
    await page.getByTestId('wui-alertbar-text').getByText('Project ID Not Configured').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByTestId('wui-alertbar-text').waitFor({ state: 'detached' })
    // It prefetches views while idle: no request should be pending when the server goes down.
    await page.goto('about:blank')
  } finally {
    await web.stop()
  }
})

const phones = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
}
test.for([
  ['an iPhone', phones.iPhone, false],
  ['Telegram on Android', phones.Android, true],
] as const)(
  'on %s wallets open by their apps’ links, and none counts as installed',
  async ([, userAgent, isTelegram], { open }) => {
    const { page } = await visitKit(open, {
      wallets: [],
      ...{ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true },
      prepare: (context) =>
        context.addInitScript((telegram) => {
          const opened: string[][] = []
          const open = (url: string, target: string) => void opened.push([url, target])
          Object.assign(globalThis, { opened, open, ...(telegram ? { TelegramWebviewProxy: {} } : {}) })
        }, isTelegram),
    })
    const opened = () => page.evaluate(() => (globalThis as unknown as { opened: string[][] }).opened.at(-1) ?? [])
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').waitFor()
    expect(await page.getByTestId('wallet-selector-walletconnect').count()).toBe(0)
    expect(await page.getByTestId('w3m-modal-card').getByText('installed').count()).toBe(0)
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('wallet-list').getByText('MetaMask', { exact: true }).click()
    // Telegram on Android decodes a link twice, and opens none in place.
    const app = page.locator('a[data-testid="wc-open-wallet"]')
    expect(await app.getAttribute('href')).toMatch(isTelegram ? /^metamask:.*wc%253A/ : /^metamask:.*wc%3A/)
    expect(await app.getAttribute('target')).toBe(isTelegram ? '_blank' : '_self')
    await page.getByTestId('w3m-header-close').click()
    await closed(page)

    await page.getByTestId('w3m-network-button').click()
    await page.getByTestId('w3m-network-switch-Billfold Local Solana').click()
    await hooksSay(page, { 'modal-state': 'open, solana' })
    await page.getByTestId('w3m-header-close').click()
    await closed(page)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('wallet-list').getByText('Phantom', { exact: true }).click()
    const here = encodeURIComponent(page.url())
    await expect.poll(async () => (await opened())[0], soon).toContain(`https://phantom.app/ul/browse/${here}?ref=`)
    expect((await opened())[1]).toBe(isTelegram ? '_blank' : '_self')
  },
)
