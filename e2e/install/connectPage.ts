import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Opens a built page with the wallet of the test kit that is installed in the folder; `errors` holds what the page throws. */
export async function openPage(
  browser: Browser,
  url: string,
  folder: string,
): Promise<{ page: Page; errors: string[] }> {
  const { installInPage } = (await import(
    path.join(folder, 'node_modules/@billfold/testkit/playwright.js')
  )) as typeof import('@billfold/testkit/playwright')
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await installInPage(page, { chains: [{ id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:9' }] })
  await page.goto(url)
  return { page, errors }
}

/** Connects the wallet of the test kit by the kit's button. */
export async function connectWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByText('Devnet Wallet').first().click()
  await page.getByRole('button', { name: /0xf39F/ }).waitFor()
}
