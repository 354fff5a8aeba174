import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageSetup } from './page/pageSetup.ts'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'

// A brief network failure must not be permanent: covers each file that nothing else would fetch again.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** A page on which a file of the kit cannot be fetched until it is `mend`ed; that it cannot is known `late`, in milliseconds. */
async function openWithout(file: RegExp, look: PageLook = {}, setup: PageSetup = {}, late = 0) {
  let isCut = true
  const refused = Promise.withResolvers<void>()
  const { page } = await harness.open(setup, {
    ...look,
    prepare: (page) =>
      page.route(file, async (route) => {
        if (!isCut) return route.continue()
        refused.resolve()
        await sleep(late)
        return route.abort()
      }),
  })
  return { page, refused: refused.promise, mend: () => (isCut = false) }
}

it('shows an error on the button if the dialog’s code does not load, and opens when it does', async () => {
  const { page, mend } = await openWithout(/\/mountModal-/)
  const button = page.getByTestId('connect-button')
  await button.click()
  await button.getByText('Couldn’t open. Try again').waitFor()
  expect(await page.evaluate(() => window.harness.appKit.isOpen())).toBe(false)
  mend()
  await button.click()
  await page.getByTestId('w3m-modal-card').waitFor()
  await page.keyboard.press('Escape')
  await button.getByText('Connect wallet').waitFor()
})

it.for([0, 600])('loads the dialog’s code on opening if the idle load failed: %d ms late', async (late) => {
  const { page, refused, mend } = await openWithout(/\/mountModal-/, {}, {}, late)
  await refused
  mend()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('w3m-modal-card').waitFor()
})

it('shows a card in the page once its code loads after a failure', async () => {
  const { page, refused, mend } = await openWithout(/\/mountModal-/, {}, { options: { enableEmbedded: true } })
  await refused
  mend()
  await page.locator('#place').getByTestId('w3m-modal-card').waitFor()
})

it('retries missed tracking code, so that an account switch in the wallet still arrives', async () => {
  const { page, refused, mend } = await openWithout(/\/completeKit-/)
  await page.getByTestId('connect-button').click()
  await refused
  mend()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').getByText('0x').waitFor()
  const before = await page.evaluate(() => window.harness.appKit.getAddress())
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.harness.wallet!.switchAccount(1)
        return window.harness.appKit.getAddress()
      }),
    )
    .not.toBe(before)
})

it('custom elements whose code was missed come when it can be had', async () => {
  const { page, refused, mend } = await openWithout(/\/startLater-/, { path: '/plain.html' })
  await refused
  expect(await page.locator('#main').getByRole('button').count()).toBe(0)
  mend()
  await page.locator('#main').getByRole('button', { name: 'Connect wallet' }).waitFor()
})
