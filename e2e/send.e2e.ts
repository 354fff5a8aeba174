import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { connect, manifest, soon, visitKit } from './visitKit.ts'

const recipient = '0x1111111111111111111111111111111111111112'

async function openSend(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').waitFor()
}

/** Waits until the page says that the transfer ended so. */
async function settledAs(page: Page, status: string): Promise<void> {
  await page.locator(`[data-testid="send-transfer"][data-status="${status}"]`).waitFor(soon)
}

const balanceOf = async (owner: string): Promise<bigint> =>
  BigInt(await callNode<string>((await manifest()).chains[0]!.rpcUrl, 'eth_getBalance', [owner, 'latest']))

test('coins go where they were meant to, and the page knows when', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  await openSend(page)
  const before = await balanceOf(recipient)
  await page.getByTestId('send-amount-input').pressSequentially('1234.5')
  expect(await page.getByTestId('send-amount-input').inputValue()).toBe('1,234.5')
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.getByTestId('send-recipient-found').waitFor()
  expect(await page.getByTestId('send-risks').innerText()).toContain('not sent to this address before')
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  expect(await page.getByTestId('send-preview-to').getAttribute('data-value')).toBe(recipient)
  await page.getByTestId('send-preview-send').click()
  await settledAs(page, 'confirmed')
  expect((await balanceOf(recipient)) - before).toBe(1234_500_000_000_000_000_000n)
  const asked = (await wallets[0]!.requests()).filter(({ method }) => method === 'eth_sendTransaction')
  expect(asked).toHaveLength(1)
  expect(asked[0]!.params).toMatchObject([{ to: recipient, data: '0x', chainId: '0x7a69' }])
})
