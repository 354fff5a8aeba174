import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { recoverMessageAddress } from 'viem'
import { expect } from 'vitest'
import { signOnPhone } from './farcasterPhone.ts'
import { type Open, test } from './harness.ts'
import { approve, press } from './visitEmbedded.ts'
import { closed, shownAddress, soon, type VisitOptions, visitKit } from './visitKit.ts'

const name = `ann-${randomBytes(4).toString('hex')}`

/** Opens the page and begins a login by Farcaster. */
async function begin(open: Open, options: VisitOptions = {}): Promise<Page> {
  const { page } = await visitKit(open, { wallets: [], ...options })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('social-selector-farcaster').click()
  return page
}
/** The link in the QR code. */
async function codeOf(page: Page): Promise<string> {
  const code = page.getByTestId('wui-qr-code')
  await code.waitFor(soon)
  return (await code.getAttribute('uri')) ?? ''
}

test('a person approves by a code, signs, returns and disconnects, and requests a new link', async ({ open }) => {
  const page = await begin(open)
  const first = await codeOf(page)
  // Closing the dialog keeps the link; going back discards it.
  await page.keyboard.press('Escape')
  await page.getByTestId('connect-button').click()
  await page.getByTestId('social-selector-farcaster').click()
  expect(await codeOf(page)).toBe(first)
  await page.getByTestId('header-back').click()
  await page.getByTestId('wui-email-input').waitFor(soon)
  await page.getByTestId('social-selector-farcaster').click()
  const second = await codeOf(page)
  await page.getByTestId('farcaster-renew').click()
  await expect.poll(() => codeOf(page), soon).not.toBe(second)

  await signOnPhone(await codeOf(page), { name })
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  const address = (await shownAddress(page))!
  const evm = page.getByTestId('eip155-test-interactions')
  await evm.getByTestId('sign-message-button').click()
  await approve(page)
  const signature = (await evm.getByTestId('w3m-signature').innerText()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'Hello from the playground', signature })).toBe(address)
  await closed(page)

  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(page)).toBe(address)
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor(soon)
})

test('on a phone a link opens Farcaster, and the page notices the approval by itself', async ({ open }) => {
  const page = await begin(open, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const button = page.getByRole('link', { name: 'Open Farcaster' })
  await button.waitFor(soon)
  const link = (await button.getAttribute('href')) ?? ''
  expect(link).toMatch(/^https?:/)
  await signOnPhone(link, { name: `bea-${randomBytes(4).toString('hex')}`, by: 'authAddress' })
  await press(page, 'I’ve saved it')
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  expect(await shownAddress(page)).toMatch(/^0x/)
})
