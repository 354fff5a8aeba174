import { settled } from '@billfold/testkit/test/settled'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

it('reports a view whose code does not load, and shows it once it does', async () => {
  const { page } = await harness.open()
  let isCut = true
  await page.route(/\/guideViews-/, (route) => (isCut ? route.abort() : route.continue()))
  await page.getByTestId('connect-button').click()
  await page.getByTestId('w3m-header-help').click()
  await page.getByTestId('view-broken').waitFor()
  // The dialog is still there, with its ways back and out.
  expect(await page.getByTestId('header-back').isVisible()).toBe(true)
  isCut = false
  await page.getByTestId('view-broken').getByRole('button').click()
  await page.getByTestId('view-broken').waitFor({ state: 'detached' })
  await page.getByText('Get a wallet').waitFor()
})

it('fetches the code of likely next views while idle', async () => {
  const { page } = await harness.open({}, { fetchesAhead: true })
  const ahead = page.waitForRequest(/\/guideViews-/)
  await page.getByTestId('connect-button').click()
  await ahead
})

it('fetches a view’s code only on opening with data saving on', async () => {
  const { page } = await harness.open({}, { fetchesAhead: false })
  let isFetched = false
  page.on('request', (request) => {
    isFetched ||= request.url().includes('/guideViews-')
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  await page.evaluate(() => new Promise((rested) => setTimeout(() => requestIdleCallback(rested), 500)))
  expect(isFetched).toBe(false)
  await page.getByTestId('w3m-header-help').click()
  await page.getByText('Get a wallet').waitFor()
  expect(isFetched).toBe(true)
})

it('keeps a wallet under the pointer when the logins load after it', async () => {
  const { page } = await harness.open({ options: { walletUrl: 'http://127.0.0.1:9' } })
  const held = Promise.withResolvers<void>()
  await page.route(/\/loginParts-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByTestId('connect-button').click()
  const row = page.getByTestId('wallet-selector-dev.billfold.devnet')
  await page.getByTestId('all-wallets').locator('.spinner').waitFor({ state: 'detached' })
  await settled(page)
  const before = (await row.boundingBox())!
  held.resolve()
  await page.getByTestId('w3m-email-login-or-separator').waitFor()
  await settled(page)
  const after = (await row.boundingBox())!
  expect(Math.abs(after.y - before.y)).toBeLessThan(before.height / 2)
})

it('keeps the site’s own page working, and connects, if parts of the kit do not load', async () => {
  const { page } = await harness.open()
  let isCut = true
  await page.route(/\/(RegistryLists|AccountFace|ButtonBalance)-/, (route) =>
    isCut ? route.abort() : route.continue(),
  )
  await page.getByTestId('connect-button').click()
  // Without the registry's lists no one waits for them: the wallets that are here are shown.
  await page.getByTestId('all-wallets').locator('.spinner').waitFor({ state: 'detached' })
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  const button = page.getByTestId('account-button')
  await button.getByText('Account').waitFor()
  expect(await page.getByText('The page behind.').first().isVisible()).toBe(true)
  // The next use fetches the missing file again.
  isCut = false
  await button.click()
  await page.getByRole('dialog', { name: 'Account' }).waitFor()
  await page.keyboard.press('Escape')
  await button.getByText('0x').waitFor()
})

/** Someone connects, and what their account's button shows is still on its way until it is brought. */
async function connectWithoutFace() {
  const { page } = await harness.open()
  const held = Promise.withResolvers<void>()
  await page.route(/\/AccountFace-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  return { page, bringFace: () => held.resolve() }
}

it('names an account’s button while its content loads', async () => {
  const { page, bringFace } = await connectWithoutFace()
  await page.getByRole('button', { name: 'Your account', exact: true }).waitFor()
  bringFace()
  await page.getByRole('button', { name: /Your account.*0x/ }).waitFor()
})

it('keeps a press while the button’s content changes under it', async () => {
  const { page, bringFace } = await connectWithoutFace()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  const button = page.getByTestId('account-button')
  await button.locator('.spinner').hover({ force: true })
  await page.mouse.down()
  bringFace()
  await button.getByText('0x').waitFor()
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Account' }).waitFor()
})

it('reports a view whose texts do not load, fetches them once, and shows them when they load', async () => {
  const { page } = await harness.open()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  let isCut = true
  const requests: string[] = []
  await page.route(/\/en-[^/]*\.js$/, (route) => {
    requests.push(route.request().url())
    return isCut ? route.abort() : route.continue()
  })
  await page.evaluate(() => window.harness.appKit.open({ view: 'WalletSend' }))
  await page.getByTestId('view-broken').waitFor()
  expect(requests).toEqual([...new Set(requests)])
  isCut = false
  await page.getByTestId('view-broken').getByRole('button').click()
  await page.getByTestId('send-amount-input').waitFor()
})
