import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

it('connects a browser wallet, shows the account and disconnects', async () => {
  const { page, problems } = await harness.open()
  await page.getByTestId('connect-button').click()
  await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  expect(
    await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('data-testid')),
  ).toBe('account-button')
  await page.getByTestId('account-button').click()
  await page.getByText('4.2').first().waitFor()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor()
  expect(problems).toEqual([])
})
