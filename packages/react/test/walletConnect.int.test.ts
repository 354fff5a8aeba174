import { settled } from '@billfold/testkit/test/settled'
import { watchToast } from '@billfold/testkit/test/watchToast'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageSetup } from './page/pageSetup.ts'
import { relayInPage, relayUrl } from './relayInPage.ts'
import { scanCode } from './scanCode.ts'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'
import { violations } from './violations.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const network = (id: number, name: string) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${harness.server.url}/rpc/${id}`] } },
})
const phone: PageLook = { width: 390, height: 844, touch: true }

async function visit({ look = {}, setup = {} }: { look?: PageLook; setup?: PageSetup } = {}) {
  const relay = relayInPage()
  const options = { relayUrl, networks: [network(1, 'One'), network(10, 'Ten')] as never, ...setup.options }
  const opened = await harness.open({ ...setup, options }, { ...look, prepare: relay.join })
  return { ...relay, ...opened }
}
const code = (page: Page) => page.getByTestId('wui-qr-code')
const closed = (page: Page) => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
async function showCode(page: Page): Promise<string> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletconnect').click()
  return uriOf(page)
}
/** The link in the code, once it differs from the previous one. */
async function uriOf(page: Page, before: string | null = null): Promise<string> {
  let uri: string | null = null
  await expect.poll(async () => (uri = await code(page).getAttribute('uri'))).not.toBe(before)
  return uri!
}
async function isAccessible(page: Page): Promise<void> {
  await settled(page)
  expect(await violations(page)).toEqual([])
}

describe('a code', () => {
  it('scans with a camera, can be copied, and leads to a connection', async () => {
    const { page, problems, approve } = await visit({ look: { scheme: 'dark' } })
    const uri = await showCode(page)
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    await settled(page)
    expect(await scanCode(code(page))).toBe(uri)
    await page.getByRole('img', { name: 'Scan with your phone' }).waitFor()
    await isAccessible(page)
    const notice = await watchToast(page, 'copied')
    await page.getByTestId('copy-wc2-uri').click()
    expect(await notice.text()).toBe('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
    await approve(uri)
    await page.getByTestId('account-button').waitFor()
    await closed(page)
    await page.getByTestId('account-button').click()
    await page.getByText('Connected with Fake').waitFor()
    expect(problems).toEqual([])
  })

  it('carries the wallet’s picture and is still read', async () => {
    const { page, problems } = await visit()
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    await page.getByTestId('wallet-search-item-wallet-0').click()
    await page.getByRole('img', { name: 'Scan with MetaMask' }).waitFor()
    await page.locator('.qr-picture img').waitFor()
    await settled(page)
    expect(await scanCode(code(page))).toBe(await code(page).getAttribute('uri'))
    expect(problems).toEqual([])
  })

  it('stays the same when the visitor leaves and returns, and changes on request', async () => {
    const { page, problems } = await visit()
    const uri = await showCode(page)
    await page.getByTestId('header-back').click()
    await page.getByTestId('wallet-selector-walletconnect').click()
    expect(await uriOf(page)).toBe(uri)
    await page.keyboard.press('Escape')
    await closed(page)
    expect(await showCode(page)).toBe(uri)
    await page.getByRole('button', { name: 'New code' }).click()
    await uriOf(page, uri)
    await isAccessible(page)
    expect(problems).toEqual([])
  })

  it('connects a wallet that approves after the view closed', async () => {
    const { page, problems, approve, wallet } = await visit()
    const uri = await showCode(page)
    await page.getByTestId('header-back').click()
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor()
    await approve(uri)
    await page.getByTestId('account-button').waitFor()
    await closed(page)
    expect(wallet.received.map(({ method }) => method)).not.toContain('wc_sessionDelete')
    expect(problems).toEqual([])
  })

  it('reports a rejection, and offers another code', async () => {
    const { page, problems, wallet, approve } = await visit()
    const first = await showCode(page)
    await wallet.pair(first, { reject: { code: 5000, message: 'User rejected.' } })
    await page.getByText('Connection declined').waitFor()
    await page.getByTestId('w3m-connecting-widget-secondary-button').click()
    const second = await uriOf(page, first)
    await approve(second)
    await closed(page)
    expect(problems).toEqual([])
  })

  it('fills the dialog if a site opens only this view', async () => {
    const { page, problems } = await visit()
    await page.evaluate(() => window.harness.appKit.open({ view: 'ConnectingWalletConnectBasic' }))
    await code(page).waitFor()
    await page.getByTestId('all-wallets').click()
    await page.getByRole('dialog', { name: 'All wallets' }).waitFor()
    expect(problems).toEqual([])
  })
})

it('reports an unreachable relay, and continues once it is back', async () => {
  const { page, server, hold } = await visit()
  server.faults.refuses = true
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletconnect').click()
  const status = page.getByTestId('wc-relay-status')
  await status.getByText('Can’t reach the relay').waitFor()
  await isAccessible(page)
  server.faults.refuses = false
  await code(page).waitFor()
  await status.getByText('Can’t reach the relay').waitFor({ state: 'detached' })
  // Two refusals later the route would break again, within half a second: a late check would miss this.
  const letIn = hold()
  server.cut()
  await status.getByText('Reconnecting…').waitFor()
  expect(await code(page).isVisible()).toBe(true)
  letIn()
  await status.getByText('Reconnecting…').waitFor({ state: 'detached' })
})

it('blames the relay, not the wallet, and makes a new code on request', async () => {
  const { page, server, approve } = await visit()
  server.faults.error = { code: -32_603, message: 'no database' }
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletconnect').click()
  await page.getByText('It carries messages to your wallet. Check your connection. Nothing was shared.').waitFor()
  await isAccessible(page)
  server.faults.error = undefined
  await page.getByRole('button', { name: 'New code' }).click()
  await approve(await uriOf(page))
  await closed(page)
})

it('leads to a wallet in the ways that it has', async () => {
  const { page, problems } = await visit()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-search-item-wallet-1').click()
  const uri = encodeURIComponent(await uriOf(page))
  await page.getByTestId('tab-qr code').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Rainbow isn’t installed in this browser').waitFor()
  await page.getByTestId('tab-desktop').click()
  const open = page.getByTestId('wc-open-wallet')
  await expect.poll(() => open.getAttribute('href')).toBe(`rainbow-desktop://wc?uri=${uri}`)
  expect(await open.getAttribute('target')).toBe('_self')
  await page.getByTestId('tab-webapp').click()
  await expect.poll(() => open.getAttribute('href')).toBe(`https://rainbow.example/wc?uri=${uri}`)
  expect(await open.getAttribute('target')).toBe('_blank')
  await isAccessible(page)
  await page.getByTestId('wc-get-wallet').click()
  await page.getByRole('dialog', { name: 'Get Rainbow' }).waitFor()
  expect(problems).toEqual([])
})

it('on a phone opens the app, remembers it, and shows its pending requests with a link to it', async () => {
  const { page, approve, wallet } = await visit({ look: phone })
  await page.getByTestId('connect-button').click()
  expect(await page.getByTestId('wallet-selector-walletconnect').count()).toBe(0)
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-search-item-wallet-2').click()
  const open = page.getByRole('link', { name: 'Open Trust' })
  const href = (await open.getAttribute('href'))!
  expect(href).toMatch(/^trust:\/\/wc\?uri=wc%3A/)
  // By where it leads: five seconds after the kit opened the app by itself, the same link is called otherwise.
  await page.locator(`a[href="${href}"]`).click()
  await page.getByTestId('w3m-connecting-widget-secondary-button').getByText('Try again').waitFor()
  await approve(decodeURIComponent(href.split('uri=')[1]!))
  await closed(page)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')))
    .toBe('{"href":"trust://","name":"Trust"}')
  await page.evaluate(() => {
    const provider = window.harness.appKit.getWalletProvider() as { request(r: object): Promise<unknown> }
    const address = window.harness.appKit.getAddress()
    void provider.request({ method: 'personal_sign', params: ['0x00', address] }).then(
      (signed) => {
        document.title = String(signed)
      },
      () => {
        document.title = 'refused'
      },
    )
  })
  const card = page.getByTestId('wc-waiting-requests')
  await card.getByText('Confirm in Fake').waitFor()
  expect(await card.getByRole('link', { name: 'Open Trust' }).getAttribute('href')).toMatch(
    /^trust:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/,
  )
  // The response is not this account's signature, and the page does not get it.
  wallet.answerNow('0xsigned')
  await card.waitFor({ state: 'detached' })
  await expect.poll(() => page.title()).toBe('refused')
})
