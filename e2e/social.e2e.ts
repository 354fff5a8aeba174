import { randomBytes } from 'node:crypto'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { FrameLocator, Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { expect, onTestFinished } from 'vitest'
import { type Open, test } from './harness.ts'
import { approve, openSettings, press } from './visitEmbedded.ts'
import { closed, playground, shownAddress, soon, type VisitOptions, visitKit } from './visitKit.ts'

// The local identity provider stands in for Google and GitHub, with the real protocol; anyone who types a name there is
// that person.
const name = `Ann ${randomBytes(4).toString('hex')}`
/** The first device's result, for the second. */
let known: string | undefined

const frameOf = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/** Types a name, on the provider's own page. */
async function logInThere(page: Page, who = name): Promise<void> {
  await page.getByTestId('identity-name').fill(who)
  await page.getByTestId('identity-continue').click()
}

/** Opens the page and begins a login, which opens a window of its own. */
async function beginInWindow(
  open: Open,
  provider: string,
  options: VisitOptions = {},
): Promise<{ page: Page; popup: Page }> {
  const { page } = await visitKit(open, { wallets: [], ...options })
  await page.getByTestId('connect-button').click()
  const opening = page.waitForEvent('popup')
  await page.getByTestId(`social-selector-${provider}`).click()
  return { page, popup: await opening }
}

async function signs(page: Page, address: string): Promise<void> {
  const evm = page.getByTestId('eip155-test-interactions')
  await evm.getByTestId('sign-message-button').click()
  await approve(page)
  const signature = (await evm.getByTestId('w3m-signature').innerText()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'Hello from the playground', signature })).toBe(address)
  await closed(page)
}

/** Enables the guardian's check with the provider, so that this login recovers the wallet. */
async function letGuardianRecover(page: Page, who = name): Promise<void> {
  const frame = frameOf(page)
  await openSettings(page, 'account-security')
  await press(page, /^Recover with/)
  await press(page, /^Log in with/)
  const number = await frame.getByTestId('frame-number').innerText(soon)
  const asking = page.waitForEvent('popup')
  await frame.getByTestId('frame-login').click()
  const guardian = await asking
  await logInThere(guardian, who)
  await guardian.getByRole('button', { name: number, exact: true }).click()
  // Playwright waits forever for a page that closes while it loads.
  await guardian.getByText('The device can continue').waitFor(soon)
  await guardian.close()
  await frame.getByText('Email link').waitFor(soon)
  await press(page, 'Close')
  await frame.getByRole('button', { name: 'Close', exact: true }).waitFor({ state: 'hidden', ...soon })
  await page.keyboard.press('Escape')
  await closed(page)
}

test('a person logs in by a social login in a window, signs, returns and disconnects', async ({ open }) => {
  const { page, popup } = await beginInWindow(open, 'google')
  await page.getByTestId('social-said').getByText('Connect in the provider window').waitFor()
  await logInThere(popup)
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  expect(popup.isClosed()).toBe(true)
  const address = (await shownAddress(page))!
  known = address
  await signs(page, address)
  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(page)).toBe(address)
  await letGuardianRecover(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor(soon)

  // A rejection there, and a closed window, lead back to the start.
  for (const leave of [
    (window: Page) => window.getByTestId('identity-cancel').click(),
    (window: Page) =>
      window
        .getByTestId('identity-name')
        .waitFor()
        .then(() => window.close()),
  ]) {
    const opening = page.waitForEvent('popup')
    if ((await page.getByTestId('w3m-modal-card').count()) === 0) await page.getByTestId('connect-button').click()
    await page.getByTestId('social-selector-google').click()
    await leave(await opening)
    await page.getByTestId('wui-email-input').waitFor(soon)
  }
})

test('on a second device the guardian verifies with the provider itself, and the wallet is the same', async ({
  open,
}) => {
  // The page rejects someone else's account with an error status.
  const { page, popup } = await beginInWindow(open, 'google', { allow: [/status of 403/] })
  await logInThere(popup)
  const frame = frameOf(page)
  const number = await frame.getByTestId('frame-number').innerText(soon)
  expect(await page.getByTestId('account-button').count()).toBe(0)

  const asking = page.waitForEvent('popup')
  await frame.getByTestId('frame-login').click()
  const guardian = await asking
  // Someone else's account opens nothing.
  await logInThere(guardian, 'Mallory')
  await guardian.getByRole('heading', { name: 'Another account' }).waitFor()
  await guardian.close()
  const again = page.waitForEvent('popup')
  await frame.getByTestId('frame-login').click()
  const second = await again
  await logInThere(second)
  await second.getByRole('button', { name: number, exact: true }).click()
  await second.getByText('The device can continue').waitFor()
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  expect(await shownAddress(page)).toBe(known)
  await signs(page, known!)
})

test('on a phone the login leaves the page, and returns with the wallet', async ({ open }) => {
  const { page } = await visitKit(open, {
    wallets: [],
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  const address = page.url()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('social-selector-github').click()
  await page.getByTestId('identity-name').waitFor(soon)
  await logInThere(page)
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  // Its result is no longer in the address, and works only once.
  expect(page.url()).toBe(address)
  await signs(page, (await shownAddress(page))!)
})

test('offers another way if the browser blocks the window', async ({ open }) => {
  const { page } = await visitKit(open, {
    wallets: [],
    prepare: (context) => context.addInitScript(() => Object.assign(window, { open: () => null })),
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('social-selector-google').click()
  await page.getByTestId('social-here').waitFor(soon)
  await page.getByTestId('social-said').getByText('The login window was blocked').waitFor()
  await page.getByTestId('social-cancel').click()
  await page.getByTestId('wui-email-input').waitFor()
})

/** Playwright disables the partitioning of storage in third-party frames; a list of our own keeps it on. */
const parting = '--disable-features=HttpsUpgrades'

test('on another site the wallet is a separate device, since the browser partitions its storage', async () => {
  const browser = await launchChromium({ args: [parting] })
  onTestFinished(() => browser.close())
  const open: Open = async (url, { prepare } = {}) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    await prepare?.(context)
    const page = await context.newPage()
    await page.goto(url)
    return page
  }
  const who = `Bea ${randomBytes(4).toString('hex')}`
  const { page, popup } = await beginInWindow(open, 'discord')
  await logInThere(popup, who)
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  await letGuardianRecover(page, who)

  // The same browser, the same wallet's origin, and another site: not billfold.localhost, but localhost.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(playground.replace(/\/\/[^:/]+/, '//localhost'))
  await elsewhere.getByTestId('connect-button').click()
  const opening = elsewhere.waitForEvent('popup')
  await elsewhere.getByTestId('social-selector-discord').click()
  await logInThere(await opening, who)
  const frame = frameOf(elsewhere)
  const number = await frame.getByTestId('frame-number').innerText(soon)
  const asking = elsewhere.waitForEvent('popup')
  await frame.getByTestId('frame-login').click()
  const guardian = await asking
  await logInThere(guardian, who)
  await guardian.getByRole('button', { name: number, exact: true }).click()
  await elsewhere.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(elsewhere)).toBe(await shownAddress(page))
  // Deleting one's data leaves the other's.
  await elsewhere.getByTestId('account-button').click()
  await elsewhere.getByTestId('disconnect-button').click()
  await elsewhere.getByTestId('connect-button').waitFor(soon)
  await signs(page, (await shownAddress(page))!)
})
