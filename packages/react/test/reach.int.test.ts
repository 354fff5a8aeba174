import { settled } from '@billfold/testkit/test/settled'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageSetup } from './page/pageSetup.ts'
import { relayInPage, relayUrl } from './relayInPage.ts'
import { scanCode } from './scanCode.ts'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'
import { violations } from './violations.ts'

const linkOrigin = 'https://link.heron.example'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ origins: [linkOrigin] })
})
afterAll(() => harness?.stop())

const phone: PageLook = { width: 390, height: 844, touch: true }
const network = (id: number, name: string) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${harness.server.url}/rpc/${id}`] } },
})

async function visit(look: PageLook = {}, setup: PageSetup = {}) {
  const relay = relayInPage()
  const options = { relayUrl, networks: [network(1, 'One')] as never, ...setup.options }
  const opened = await harness.open({ wallets: [], ...setup, options }, { ...look, prepare: relay.join })
  return { ...relay, ...opened }
}

async function pick(page: Page, index: number): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByTestId(`wallet-search-item-wallet-${index}`).click()
}

/** The wallet's link, played by a page: it names the page that the wallet's browser would open. */
async function playWallet(page: Page): Promise<void> {
  await page
    .context()
    .route(`${linkOrigin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Heron</title>' }))
}

describe('on a phone, a wallet of another relay', () => {
  it('opens the page in the wallet’s browser, within the press, where its provider connects', async () => {
    const { page, server, problems } = await visit(phone, { wallets: [] })
    await playWallet(page)
    await page.evaluate(() => history.replaceState(null, '', `${location.href}&a=1%202#token=secret`))
    await pick(page, 10)
    await page.getByText('Open this page in Heron').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const open = page.getByTestId('wallet-open-browser')
    expect(await open.innerText()).toBe('Open Heron')
    const popup = page.context().waitForEvent('page')
    await open.click()
    const link = new URL((await popup).url())
    const { host, pathname, search } = new URL(page.url())
    expect(link.href).toBe(`${linkOrigin}/dapp/${host}${pathname}${search}`)
    expect(link.href).not.toContain('secret')
    expect(server.frames).toEqual([])
    expect(problems).toEqual([])
    // The wallet's browser: the same page, with the wallet's provider in it.
    const inside = await harness.open(
      { wallets: ['Heron'], options: { networks: [network(1, 'One')] as never } },
      phone,
    )
    await inside.page.getByTestId('connect-button').click()
    await inside.page.getByRole('button', { name: /^Heron/ }).click()
    await inside.page.getByTestId('account-button').waitFor()
  })

  it('says that the app did not open, and offers its store, a code and another try', async () => {
    const { page } = await visit(phone)
    // No app takes the link, and no page covers this one.
    await page.evaluate(() => document.addEventListener('click', (e) => e.preventDefault(), true))
    await pick(page, 10)
    await page.getByTestId('wallet-open-browser').click()
    await page.getByText('Heron didn’t open').waitFor()
    expect(await page.getByTestId('wc-get-wallet').getAttribute('href')).toBe('https://wallet-10.example')
    await page.getByTestId('w3m-connecting-widget-secondary-button').getByText('Try again').waitFor()
    await page.getByTestId('wallet-show-code').click()
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await scanCode(page.getByTestId('wui-qr-code'))).toBe(
      await page.getByTestId('w3m-connecting-widget-secondary-button').getAttribute('href'),
    )
  })

  it('says why nothing is left, and offers to get it', async () => {
    const { page, problems, server } = await visit(phone)
    await pick(page, 11)
    await page
      .getByTestId('wallet-no-reach')
      .getByText('Egret connects through a relay that this site doesn’t use.')
      .waitFor()
    expect(await page.getByRole('link', { name: 'Website' }).count()).toBe(1)
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(server.frames).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('on a computer, a wallet of another relay', () => {
  it('shows the code of its link, labeled as such, and no pairing', async () => {
    const { page, server, problems } = await visit()
    await pick(page, 10)
    await page.getByText('Scan to open this page in Heron').waitFor()
    await settled(page)
    const { host, pathname, search } = new URL(page.url())
    expect(await page.getByTestId('wui-qr-code').getAttribute('uri')).toBe(
      `${linkOrigin}/dapp/${host}${pathname}${search}`,
    )
    expect(await violations(page)).toEqual([])
    expect(server.frames).toEqual([])
    expect(problems).toEqual([])
  })
})
