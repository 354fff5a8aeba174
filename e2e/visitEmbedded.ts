import type { FrameLocator, Locator, Page } from 'playwright-core'
import { mailTo } from './caughtMail.ts'
import { closed, soon } from './visitKit.ts'

/** The embedded wallet's own page. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/** A platform authenticator whose person touches it at once. */
export async function addAuthenticator(page: Page, { hasPrf = true } = {}) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true, hasPrf },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/**
 * Presses a control of the frame as a person does, whose pointer was over it for a while: before that the frame ignores
 * presses.
 */
async function pressRested(page: Page, control: Locator): Promise<void> {
  await control.hover()
  await frameOf(page).locator('body[data-pointer=known]').waitFor()
  await control.click()
}

/** Approves the frame's request, read to its end, as soon as the frame allows it; confirms its warnings first. */
export async function approve(page: Page): Promise<void> {
  const enabled = (id: string) => frameOf(page).locator(`[data-testid=${id}][aria-disabled=false]`)
  const [confirm, button] = [enabled('frame-confirm'), enabled('frame-approve')]
  await frameOf(page).getByTestId('frame-approve').waitFor()
  // The frame requires reading to the end.
  await frameOf(page)
    .locator('.body')
    .evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await confirm.or(button).first().waitFor()
  if (await confirm.isVisible()) await pressRested(page, confirm)
  await pressRested(page, button)
}

/** Presses a button in the frame. */
export const press = (page: Page, label: string | RegExp): Promise<void> =>
  pressRested(page, frameOf(page).getByRole('button', { name: label, exact: true }))

/** Types an address into the connect view and opens the code's step. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wui-email-input').fill(email)
  await page.keyboard.press('Enter')
  await page.getByTestId('wui-otp-input').waitFor(soon)
}

/** As a phone fills a code in: all of it into the first box. */
export async function enter(page: Page, code: string): Promise<void> {
  await page.getByTestId('wui-otp-input').locator('input').first().focus()
  await page.keyboard.insertText(code)
}

/** Logs a new person in. */
export async function logIn(page: Page, email: string): Promise<void> {
  await requestCode(page, email)
  await enter(page, (await mailTo(email, /code for/)).code!)
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
}

/** Opens the account's settings, by way of its addresses if it has several. */
export async function openAccountSettings(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-profile-button').click()
  const fromAddresses = page.getByTestId('account-settings-button')
  await fromAddresses.or(page.getByTestId('account-settings-address')).waitFor(soon)
  if (await fromAddresses.isVisible()) await fromAddresses.click()
}

/** Opens a row of the account's settings. */
export const openSettings = async (page: Page, row: string) => {
  await openAccountSettings(page)
  await page.getByTestId(row).click()
}
