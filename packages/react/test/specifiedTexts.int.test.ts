import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPage } from './buildPage.ts'
import { ownClock } from './passTime.ts'
import { type PageServer, servePage, strictPolicy } from './servePage.ts'
import { type Harness, startHarness } from './startHarness.ts'

const pages = ['index.html', 'frame.html']
let wallet: PageServer
let harness: Harness
beforeAll(async () => {
  wallet = await servePage(await buildPage(undefined, pages), "default-src 'none'; script-src 'self'; img-src data:")
  harness = await startHarness({ pages, policy: `${strictPolicy}; frame-src ${wallet.url}`, origins: [wallet.url] })
})
afterAll(async () => {
  await harness?.stop()
  await wallet?.close()
})

/** A page whose visitors log in by e-mail alone. */
const optionsOf = (walletUrl: string) => ({ walletUrl, features: { socials: false } }) as const
const toast = (page: Page) => page.getByTestId('wui-snackbar-message')

async function logIn(page: Page) {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wui-email-input').fill('ann@site.example')
  await page.keyboard.press('Enter')
}

it('reports that the embedded wallet did not load if the page’s policy forbids it', async () => {
  const { page, problems } = await harness.open({ options: optionsOf('http://127.0.0.1:9'), wallets: [] })
  await logIn(page)
  const lacks =
    "Unable to load email login dependency: this page's Content-Security-Policy lacks frame-src http://127.0.0.1:9"
  await expect.poll(() => problems.join('\n')).toContain(lacks)
})

it('suggests allowing the domain if the embedded wallet is silent for half a minute', async () => {
  const setup = { options: optionsOf(wallet.url), wallets: [] }
  const { page, problems } = await harness.open(setup, { prepare: ownClock })
  const empty = { contentType: 'text/html', body: '<!doctype html>' }
  await page.route(`${wallet.url}/**`, (route) => route.fulfill(empty))
  await logIn(page)
  await page.locator('iframe').waitFor({ state: 'attached' })
  const passTime = async () => {
    await page.clock.fastForward(1000)
    return problems.join('\n')
  }
  await expect.poll(passTime, { interval: 100 }).toContain('There was an issue loading the embedded wallet')
  expect(problems.join('\n')).toContain('Please verify that your domain is allowed')
})

it('rejects methods that the embedded wallet does not allow, in the log and in a toast', async () => {
  const { page, problems } = await harness.open({ options: optionsOf(wallet.url), wallets: [] })
  await logIn(page)
  await page.getByTestId('wui-otp-input').waitFor()
  await page.keyboard.type('123456')
  await page.getByTestId('account-button').waitFor()
  const refused = page.evaluate(() => {
    const { appKit } = window.harness
    const provider = appKit.getProvider<{ request(args: object): Promise<unknown> }>('eip155')
    void appKit.open()
    return provider!.request({ method: 'eth_sign', params: [appKit.getAddress('eip155'), '0x00'] }).catch(String)
  })
  expect(await refused).toContain('Action not allowed')
  await toast(page).getByText('Action not allowed').waitFor()
  expect(problems).toEqual([expect.stringContaining('Requested RPC call is not allowed')])
})

it.each([
  [
    'no one can say whether the visitor is signed in',
    'unknown',
    'A problem occurred while trying initialize authentication',
  ],
  ['the site refuses a smart account’s signature', 'refused', 'This application might not support Smart Accounts'],
  ['the visitor rejects the message', 'declined', 'Signature declined'],
] as const)('shows in a toast that %s', async (_, trouble, text) => {
  const { page } = await harness.open({ signIn: true })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('w3m-connecting-siwe-sign').waitFor()
  await page.evaluate((what) => {
    const { store, latest } = window.harness.appKit.kit
    const { account, signIn } = store.get()
    if (account.eip155.status !== 'connected' || !signIn?.account) throw new Error('Not connected')
    const { accounts, ...rest } = account.eip155
    const smart = { ...accounts[0], type: 'smartAccount' } as const
    store.send({ ...rest, type: 'account/connected', namespace: 'eip155', how: 'user', accounts: [smart] })
    latest.cancel('signIn')
    store.send({ type: 'signIn/needed', account: signIn.account, trouble: what })
  }, trouble)
  await toast(page).getByText(text).waitFor()
})
