import type { FrameLocator, Page } from 'playwright-core'
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

/** Approves what the frame shows, as soon as it lets anyone. */
export const approve = (page: Page): Promise<void> =>
  frameOf(page).locator('[data-testid=frame-approve][aria-disabled=false]').click()

/**
 * Presses a button in the frame. Chromium drops presses in a frame that came into sight just before: anyone who sees nothing happen presses
 * again, and so does a journey. Each screen brings buttons of its own, so one that is still there was not heard.
 */
export async function press(page: Page, label: string): Promise<void> {
  const button = frameOf(page).getByRole('button', { name: label, exact: true })
  await button.click()
  const after = await button.elementHandle({ timeout: 100 }).catch(() => null)
  if (!after) return
  const wasHeard = await after
    .evaluate(
      (element) =>
        new Promise<boolean>((tell) => {
          const begun = performance.now()
          const look = () => {
            if (!element.isConnected || element.getAttribute('aria-busy') === 'true') return tell(true)
            if (performance.now() - begun > 1_000) return tell(false)
            requestAnimationFrame(look)
          }
          look()
        }),
    )
    .catch(() => true) // its page is gone, and so it was
  if (!wasHeard) await button.click()
}

/** Writes an address into the connect view and comes to where the code is entered. */
export async function askForCode(page: Page, email: string): Promise<void> {
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

/** Logs someone in who has not been here before. */
export async function logIn(page: Page, email: string): Promise<void> {
  await askForCode(page, email)
  await enter(page, (await mailTo(email, /code for/)).code!)
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
}
