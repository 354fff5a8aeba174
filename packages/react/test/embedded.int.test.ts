import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPage } from './buildPage.ts'
import { ownClock, passTimeUntil } from './passTime.ts'
import { type PageServer, servePage, strictPolicy } from './servePage.ts'
import { type Harness, startHarness } from './startHarness.ts'

const pages = ['index.html', 'frame.html']
const email = 'ann@site.example'
let wallet: PageServer
let harness: Harness

beforeAll(async () => {
  wallet = await servePage(await buildPage(undefined, pages), "default-src 'none'; script-src 'self'; img-src data:")
  harness = await startHarness({
    pages,
    policy: `${strictPolicy}; frame-src ${wallet.url}`,
    origins: [wallet.url],
  })
})
afterAll(async () => {
  await harness?.stop()
  await wallet?.close()
})

const open = (options: object = {}) =>
  harness.open({ options: { walletUrl: wallet.url, features: { socials: false }, ...options }, wallets: [] })
const frameOf = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')
const digits = (page: Page) => page.getByTestId('wui-otp-input').locator('input')

async function toCode(page: Page) {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wui-email-input').fill(email)
  await page.keyboard.press('Enter')
  await page.getByTestId('wui-otp-input').waitFor()
}

it('logs in by e-mail, signs in the frame, rejects, restores after a reload and signs out', async () => {
  const { page, problems } = await open()
  await page.getByTestId('connect-button').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await toCode(page)
  expect(await digits(page).first().getAttribute('autocomplete')).toBe('one-time-code')
  await page.keyboard.type('000000')
  await page.getByTestId('otp-problem').getByText('Invalid code').waitFor()
  await expect
    .poll(() => digits(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join('')))
    .toBe('')
  expect(
    await digits(page)
      .first()
      .evaluate((box) => box.matches(':focus')),
  ).toBe(true)
  await page.evaluate(() => navigator.clipboard.writeText('123 456'))
  await page.keyboard.press('ControlOrMeta+v')
  await page.getByTestId('account-button').waitFor()
  const frame = page.locator('#w3m-iframe')
  expect(await frame.isVisible()).toBe(false)
  expect(await frame.evaluate((one) => getComputedStyle(one.parentElement!).position)).toBe('fixed')
  expect(await page.evaluate(() => window.harness.appKit.getWalletInfo())).toMatchObject({
    name: 'AUTH',
    type: 'AUTH',
    identifier: email,
    social: 'email',
  })
  expect(await page.evaluate(() => window.harness.appKit.getAccount().embeddedWalletInfo)).toMatchObject({
    user: { email },
    accountType: 'eoa',
    authProvider: 'email',
  })

  const sign = () =>
    page.evaluate(() => {
      const provider = window.harness.appKit.getProvider<{ request(args: object): Promise<unknown> }>('eip155')
      const address = window.harness.appKit.getAddress('eip155')
      return provider!
        .request({ method: 'personal_sign', params: ['0x6869', address] })
        .catch((error) => `no ${error.code}`)
    })
  const signed = sign()
  await frameOf(page).getByText('personal_sign').waitFor()
  await page.getByTestId('w3m-header-text').getByText('Approve Transaction').waitFor()
  await frameOf(page).getByText('Approve').click()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'hidden' })

  const refused = sign()
  await frameOf(page).getByText('Reject').click()
  expect(await refused).toBe('no 4001')
  // Closing the prompt from the page rejects as well, and never approves.
  const left = sign()
  await frameOf(page).getByText('Approve').waitFor()
  await page.mouse.click(10, 10)
  expect(await left).toBe('no 4001')
  expect(await frameOf(page).locator('html').getAttribute('data-boots')).toBe('1')

  // Nothing waits for a word: the account is shown instead, and what its person can do with the wallet.
  await page.evaluate(() => window.harness.appKit.open({ view: 'ApproveTransaction' }))
  await page.getByTestId('account-upgrade').click()
  const security = async (button: string) => {
    await page.getByTestId(button).click()
    await frameOf(page).getByText('Security').waitFor()
    await frameOf(page).getByText('Approve').click()
  }
  await security('upgrade-go')
  await page.getByTestId('header-back').click()
  await page.getByTestId('w3m-profile-button').click()
  await security('account-security')
  await page.getByTestId('w3m-account-email-update').getByText(email).click()
  await page.getByTestId('w3m-header-text').getByText('Edit email').waitFor()
  await page.keyboard.press('Escape')

  await page.reload()
  await page.getByTestId('account-button').waitFor()
  await page.evaluate(() => window.harness.appKit.disconnect())
  await page.getByTestId('connect-button').waitFor()
  await page.reload()
  await page.getByTestId('connect-button').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(problems).toEqual([])
})

it('alerts the developer with the domain to allow if the frame doesn’t load', async () => {
  const { page } = await harness.open(
    { options: { walletUrl: wallet.url }, wallets: [] },
    {
      prepare: async (fresh) =>
        void (await ownClock(fresh), await fresh.route(`${wallet.url}/**`, (route) => route.abort())),
    },
  )
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wui-email-input').fill(email)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'There was an issue loading the embedded wallet' })
  await passTimeUntil(alert)
  expect(await alert.innerText()).toContain(
    `Please verify that your domain is allowed: add ${new URL(page.url()).origin} to the project's origins`,
  )
})

it('reports login as unavailable if the page’s policy forbids the frame, and ignores other windows', async () => {
  const { page } = await open({ walletUrl: 'http://127.0.0.1:9' })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wui-email-input').fill(email)
  await page.keyboard.press('Enter')
  await page.evaluate(() =>
    window.postMessage({ type: '@w3m-frame/READY', payload: { version: '4', channel: '0'.repeat(32) } }, '*'),
  )
  await page.getByTestId('email-problem').getByText('Couldn’t load the embedded wallet').waitFor()
})
