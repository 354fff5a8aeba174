import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownClock, passTimeUntil } from './passTime.ts'
import { startSendHarness } from './sendPage.ts'

// After a wallet prompt, no file may be missing, and the kit must not claim that nothing was sent.

let send: Awaited<ReturnType<typeof startSendHarness>>
beforeAll(async () => {
  send = await startSendHarness()
})
afterAll(() => send.stop())

const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const row = (page: Page, status: string) => page.locator(`[data-testid="send-transfer"][data-status="${status}"]`)
const trouble = (page: Page) => page.getByTestId('send-trouble')
const sendRequests = (page: Page) =>
  page.evaluate(() => window.harness.wallet!.requests.filter(({ method }) => method === 'eth_sendTransaction').length)

/** The form filled in and reviewed. */
async function review(page: Page): Promise<void> {
  await page.getByTestId('send-amount-input').fill('1')
  await page.getByTestId('send-recipient-input').fill(friend)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-fee').waitFor()
}

/** The review confirmed, and the wallet left holding the request. */
async function ask(page: Page, first?: (page: Page) => Promise<void>): Promise<void> {
  await page.evaluate(() => window.harness.wallet!.policy({ eth_sendTransaction: 'stall' }))
  await review(page)
  await first?.(page)
  await page.getByTestId('send-preview-send').click()
  await page.getByTestId('send-abandon').waitFor()
}

/** Scripts that the page has asked for and not got yet. */
const coming = new Set<Request>()

/**
 * Likely next views load while a page idles. On a slow machine that may still go on during the wallet prompt, and a
 * missing one goes unnoticed: without idle time the page fetches only what it needs.
 */
async function idlesUntilTold(page: Page): Promise<void> {
  coming.clear()
  page.on('request', (request) => request.url().endsWith('.js') && coming.add(request))
  page.on('requestfinished', (request) => coming.delete(request))
  page.on('requestfailed', (request) => coming.delete(request))
  await page.addInitScript(() => {
    const idle = requestIdleCallback.bind(window)
    window.requestIdleCallback = (run, options) => idle((left) => 'neverIdle' in window || run(left), options)
  })
}

/** Stops idling, and waits for the fetches it started: several rounds, since files import others. */
async function idleNoMore(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { neverIdle: true }))
  let rests = 0
  await expect.poll(() => (rests = coming.size === 0 ? rests + 1 : 0), { interval: 100 }).toBeGreaterThan(3)
}

/** A transfer that is mined, though this page thinks that it is not: as after a reload in between. */
async function sendAndReload(page: Page, prepare: () => Promise<unknown>): Promise<void> {
  await review(page)
  await page.getByTestId('send-preview-send').click()
  await row(page, 'confirmed').waitFor()
  await page.evaluate(() => {
    const key = '@billfold/transactions'
    localStorage.setItem(key, localStorage.getItem(key)!.replace('"confirmed"', '"pending"'))
  })
  await prepare()
  await page.reload()
  await page.getByTestId('account-button').getByText('0x').waitFor()
}

test.for(['the server of the files is gone', 'the browser is offline'])(
  'tracks a transfer to its end if the wallet sends it while %s is shown',
  async (what) => {
    const { page, problems } = await send.openSend({}, { prepare: idlesUntilTold })
    await ask(page, idleNoMore)
    const missing: string[] = []
    await page.route(/\.js$/, (route) => {
      missing.push(new URL(route.request().url()).pathname)
      return route.abort()
    })
    const isOffline = what.endsWith('offline')
    if (isOffline) await page.context().setOffline(true)
    await page.evaluate(() => window.harness.wallet!.approveNext())
    await page.getByTestId('wui-snackbar-message').getByText('Transaction started').waitFor()
    await page.getByTestId('send-transfer').waitFor()
    expect(await page.getByTestId('view-broken').count()).toBe(0)
    await page.getByTestId('send-transfer').click()
    await page.getByTestId('send-status').waitFor()
    if (isOffline) await page.context().setOffline(false)
    await page.locator('[data-testid="send-status"][data-status="confirmed"]').waitFor()
    expect({ missing, problems }).toEqual({ missing: [], problems: [] })
  },
)

test('holds back the wallet prompt if a file is missing, and retries on the next press', async () => {
  const { page } = await send.openSend()
  let isCut = true
  await page.route(/\/sentParts-/, (route) => (isCut ? route.abort() : route.continue()))
  await review(page)
  await page.getByTestId('send-preview-send').click()
  await trouble(page).waitFor()
  expect(await trouble(page).innerText()).toBe(
    'Couldn’t load part of this page. Check your connection. Nothing was sent.',
  )
  expect(await sendRequests(page)).toBe(0)
  isCut = false
  await page.getByTestId('send-preview-send').click()
  await row(page, 'confirmed').waitFor()
  expect(await sendRequests(page)).toBe(1)
})

test('never claims “nothing was sent” after a wallet error', async () => {
  const { page } = await send.openSend()
  await page.evaluate(() => window.harness.wallet!.failNext(-32603, 'Connection lost.', 'eth_sendTransaction'))
  await review(page)
  await page.getByTestId('send-preview-send').click()
  await trouble(page).waitFor()
  expect(await trouble(page).innerText()).toMatch(
    /^Couldn’t send: .+[^.]\u2069?\. Check your wallet before trying again\.$/,
  )
})

test('tells visitors who stop waiting to check the wallet, until it responds', async () => {
  const { page } = await send.openSend()
  await ask(page)
  await page.getByTestId('send-abandon').click()
  expect(await trouble(page).innerText()).toBe('Check your wallet before trying again.')
  await page.evaluate(() => window.harness.wallet!.rejectNext())
  await trouble(page).waitFor({ state: 'detached' })
})

test('claims nothing while rows are missing after a reload, and loads them when back online', async () => {
  const { page } = await send.openSend()
  let isCut = true
  await sendAndReload(page, () => page.route(/\/sentParts-/, (route) => (isCut ? route.abort() : route.continue())))
  await page.getByTestId('account-button').click()
  const broken = page.getByTestId('view-broken')
  await broken.getByText('Couldn’t load this screen').waitFor()
  expect(await broken.innerText()).not.toContain('Nothing was')
  await broken.getByText('Check your wallet before trying again.').waitFor()
  await page.context().setOffline(true)
  isCut = false
  await page.context().setOffline(false)
  await row(page, 'confirmed').waitFor()
})

test('retries missed code after a transfer, and shows a confirmation without delay', async () => {
  const { page } = await send.openSend({}, { prepare: ownClock })
  let tries = 0
  await sendAndReload(page, () =>
    page.route(/\/transactionTracking-/, (route) => {
      tries += 1
      return tries === 1 ? route.abort() : route.continue()
    }),
  )
  await page.getByTestId('account-button').click()
  await passTimeUntil(row(page, 'confirmed'))
  expect(tries).toBe(2)
})
