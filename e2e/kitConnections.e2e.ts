import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { closed, connect, dialog, hooksSay, manifest, playground, shownAddress, soon, visitKit } from './visitKit.ts'

const recipient = '0x1111111111111111111111111111111111111113'

/** A fresh account with ten coins. */
async function fundedKey() {
  const key = generatePrivateKey()
  const { rpcUrl } = (await manifest()).chains[0]!
  await callNode(rpcUrl, 'hardhat_setBalance', [privateKeyToAddress(key), '0x8ac7230489e80000'])
  return key
}

/** Opens the list of accounts of the active family. */
async function openAccounts(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('account-switch-address-button').click()
  await dialog(page, 'Switch address').waitFor()
}

async function send(page: Page, amount: string): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill(amount)
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').first().waitFor(soon)
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
}

test('two EVM wallets stay connected, and each is used, followed and disconnected on its own', async ({ open }) => {
  const keys = [await fundedKey(), await fundedKey()] as const
  const [first, second] = keys.map(privateKeyToAddress)
  const { page, wallets } = await visitKit(open, {
    wallets: [{ accounts: [keys[0]] }, { accounts: [keys[1]], name: 'Harbour', rdns: 'org.harbour' }],
  })
  const sent = async (index: number) =>
    (await wallets[index]!.requests()).filter(({ method }) => method === 'eth_sendTransaction').length

  await connect(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-profile-button').click()
  await page.getByTestId('connect-another-wallet').click()
  await page.getByTestId('wallet-selector-org.harbour').click()
  await expect.poll(() => shownAddress(page), soon).toBe(second)
  await closed(page)
  await send(page, '1')
  expect([await sent(0), await sent(1)]).toEqual([0, 1])

  // Back to the first, without a prompt, and it is the one that sends.
  await wallets[0]!.policy({ connect: 'reject' })
  await openAccounts(page)
  await page.getByTestId('switch-address-item').filter({ hasText: 'Switch' }).getByRole('button').click()
  await expect.poll(() => shownAddress(page), soon).toBe(first)
  await closed(page)
  await send(page, '2')
  expect([await sent(0), await sent(1)]).toEqual([1, 1])

  // A reload and a second tab find them all.
  await page.reload()
  await hooksSay(page, { families: 'EVM connected' })
  const other = await page.context().newPage()
  await other.goto(playground)
  await expect.poll(() => shownAddress(other), soon).toBe(first)
  for (const tab of [page, other]) {
    await openAccounts(tab)
    await expect.poll(() => tab.getByTestId('switch-address-item').count(), soon).toBe(2)
  }

  // When it locks, the other takes over; unlocked again, it stays beside it.
  await wallets[0]!.lock()
  await expect.poll(() => shownAddress(page), soon).toBe(second)
  await wallets[0]!.unlock()
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
  await openAccounts(page)
  await expect.poll(() => page.getByTestId('switch-address-item').count(), soon).toBe(2)

  // One disconnects, in both tabs; the other stays.
  await page.getByRole('button', { name: 'Disconnect Devnet Wallet' }).click()
  await expect.poll(() => page.getByTestId('switch-address-item').count(), soon).toBe(1)
  await hooksSay(page, { families: 'EVM connected' })
  await expect.poll(() => shownAddress(other), soon).toBe(second)
  await other.getByTestId('w3m-header-close').click()
  await closed(other)
  await other.getByTestId('disconnect-hook-button').click()
  await page.getByTestId('connect-button').waitFor()
})
