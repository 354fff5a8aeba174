import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { choose, closed, dialog, hooksSay, manifest, playground, shownAddress, soon, visitKit } from './visitKit.ts'

const url = `${playground}?sign-in=required`
// Like no address that another journey pays on the same chain: the kit would stop a lookalike.
const recipient = '0x5fb1c9e2ad04f38b7c6e1a92d85f0c3b4e7d6a18'
const hour = 3_600_000
const isSignedIn = (page: Page) => hooksSay(page, { 'w3m-authentication-status': /^authenticated$/ })
const stored = (page: Page) =>
  page.evaluate(() => {
    const listIn = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]') as { status?: string }[]
    return {
      wallet: localStorage.getItem('@appkit/eip155:connected_connector_id'),
      signIns: listIn('@appkit/siwx-auth-tokens').length,
      // What was dismissed is stored without a status.
      payments: listIn('@billfold/transactions').flatMap(({ status }) => status ?? []),
    }
  })

async function connectAndSignIn(page: Page): Promise<void> {
  await choose(page)
  await dialog(page, 'Sign in').waitFor()
  await page.getByTestId('w3m-connecting-siwe-sign').click()
  await closed(page)
  await isSignedIn(page)
}

async function send(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill('1')
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-fee').waitFor()
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').first().waitFor(soon)
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
}

/** Waits until the account's view lists payments with this status, and none with another. */
async function listsOnly(page: Page, status: string): Promise<void> {
  await page.getByTestId('account-button').click()
  const shown = () =>
    page.getByTestId('send-transfer').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status')))
  await expect.poll(async () => [...new Set(await shown())], soon).toEqual([status])
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
}

/** A payment of two days ago that no node knows, as an earlier page stored it. */
async function storeLostPayment(page: Page): Promise<void> {
  const from = await shownAddress(page)
  const sentAt = Date.now() - 48 * hour
  const lost = {
    ...{ hash: `0x${'ab'.repeat(32)}`, networkId: 'eip155:31337', kind: 'send', from, sentAt, status: 'pending' },
    call: { from, to: recipient, value: '1', data: '0x' },
    meant: { to: recipient, amount: '1', symbol: 'ETH', decimals: 18 },
  }
  await page.evaluate((list) => localStorage.setItem('@billfold/transactions', JSON.stringify(list)), [lost])
}

/** Stops all that the page does. Chromium freezes no page that Playwright shows, so a breakpoint does. Returns the storage events by when they arrived. */
async function freeze(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const news = await page.evaluateHandle(() => {
    const list: { key: string | null; at: number }[] = []
    addEventListener('storage', ({ key, timeStamp }) => void list.push({ key, at: performance.timeOrigin + timeStamp }))
    return list
  })
  await devtools.send('Debugger.enable')
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
  await devtools.send('Debugger.pause')
  await paused
  const frozenAt = Date.now()
  let wokenAt = Number.POSITIVE_INFINITY
  return {
    async wake() {
      wokenAt = Date.now()
      await devtools.send('Debugger.resume')
      await devtools.detach()
    },
    async storageEvents() {
      const list = await news.jsonValue()
      const keysIn = (from: number, to: number) => list.flatMap(({ key, at }) => (at >= from && at < to ? [key] : []))
      return { before: keysIn(frozenAt, wokenAt), after: keysIn(wokenAt, Number.POSITIVE_INFINITY) }
    },
  }
}

test.for(['news', 'timers'] as const)(
  'a tab that was frozen for an hour agrees with the one that connected, signed in, sent and dismissed, its %s first',
  async (first, { open }) => {
    const { page } = await visitKit(open, { url, allow: [/status of 401/] })
    const { accounts } = await manifest()
    await connectAndSignIn(page)
    await storeLostPayment(page)
    await page.reload()
    await isSignedIn(page)

    const sleepy = await page.context().newPage()
    await sleepy.clock.install()
    await sleepy.goto(url)
    await isSignedIn(sleepy)
    await listsOnly(sleepy, 'lapsed')
    const { wake, storageEvents } = await freeze(sleepy)
    await page.bringToFront()

    await page.getByTestId('account-button').click()
    await page.locator('[data-testid="send-transfer"][data-status="lapsed"]').click()
    await page.getByTestId('transaction-dismiss').click()
    await page.getByTestId('w3m-header-close').click()
    await closed(page)
    await page.getByTestId('disconnect-hook-button').click()
    await page.getByTestId('connect-button').waitFor()
    await connectAndSignIn(page)
    await send(page)
    const before = await stored(page)
    expect(before).toEqual({ wallet: expect.any(String), signIns: 1, payments: ['confirmed'] })

    const jump = () => sleepy.clock.fastForward(hour)
    const jumped = first === 'timers' ? jump() : undefined
    await wake()
    await (jumped ?? jump())
    await sleepy.bringToFront()
    await expect
      .poll(storageEvents, soon)
      .toEqual({ before: [], after: expect.arrayContaining(['@billfold/transactions']) })
    for (const tab of [sleepy, page]) {
      await isSignedIn(tab)
      expect(await shownAddress(tab)).toBe(accounts[0]!.address)
    }
    expect(await stored(page)).toEqual(before)
    // Whatever the tab missed is in what it writes from now on.
    await send(sleepy)
    expect(await stored(page)).toEqual({ ...before, payments: ['confirmed', 'confirmed'] })
    for (const tab of [sleepy, page]) await listsOnly(tab, 'confirmed')
  },
)
