import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '@billfold/protocol/base58'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { approve, frameOf, logIn, openAccountSettings } from './visitEmbedded.ts'
import { closed, manifest, shownAddress, soon, visitKit } from './visitKit.ts'
import { ended, fill, swap, toReview } from './visitSwap.ts'

const email = `eve.${randomBytes(6).toString('hex')}@site.example`
const recipient = `0x${randomBytes(20).toString('hex')}`
const other = encodeBase58(randomBytes(32))
const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')

/**
 * A local chain by its position: the first delegates accounts to code (EIP-7702), the second deploys them by a factory
 * (ERC-4337).
 */
async function chainAt(at: 0 | 1) {
  const { rpcUrl, tokens, name } = (await manifest()).chains[at]!
  const rpc = <T>(method: string, ...params: unknown[]) => callNode<T>(rpcUrl, method, params)
  const tokenOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)!.address
  const held = async (symbol: string, owner: string) => {
    if (symbol === 'ETH') return BigInt(await rpc<string>('eth_getBalance', owner, 'latest'))
    return BigInt(await rpc<string>('eth_call', { to: tokenOf(symbol), data: `0x70a08231${word(owner)}` }, 'latest'))
  }
  return {
    name,
    held,
    codeOf: (address: string) => rpc<string>('eth_getCode', address, 'latest'),
    /** A rich account sends dollars, and no coins. */
    async give(owner: string, dollars: bigint) {
      const [, , , , , , rich] = await rpc<string[]>('eth_accounts')
      const data = `0xa9059cbb${word(owner)}${word((dollars * 10n ** 6n).toString(16))}`
      await rpc('eth_sendTransaction', { from: rich, to: tokenOf('USDC'), data })
      await expect.poll(() => held('USDC', owner), soon).toBe(dollars * 10n ** 6n)
    },
  }
}

/** From dollars to another token: one prompt, without gas cost, and no coins at any time. */
async function swapAll(page: Page, me: string, at: 0 | 1): Promise<void> {
  const { held } = await chainAt(at)
  await fill(page, 'USDC', 'WETH', '120')
  await toReview(page)
  await page.locator('[data-testid=wallets-fee][data-sponsored=true]').waitFor(soon)
  await swap(page)
  await frameOf(page).getByText('Sponsored: you pay no fee').waitFor(soon)
  await approve(page)
  await page.locator('#w3m-iframe').waitFor({ state: 'hidden', ...soon })
  await ended(page, 'confirmed')
  expect(await held('WETH', me)).toBeGreaterThan(0n)
  expect(await held('ETH', me)).toBe(0n)
  await page.getByTestId('tab-activity').click()
  await page.getByTestId('activity-row').first().getByText('Swapped').waitFor(soon)
  await page.keyboard.press('Escape')
  await closed(page)
}

test('a smart account sends and swaps without coins, at the key’s address and at one of its own', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [] })
  await logIn(page, email)
  const key = (await shownAddress(page))!
  const first = await chainAt(0)
  await first.give(key, 200n)
  expect(await first.codeOf(key)).toBe('0x')

  await page.getByTestId('account-button').click()
  await page.getByTestId('token-USDC').waitFor(soon)
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-token-button').click()
  await page.getByTestId('send-select-token-item-USDC').click()
  await page.getByTestId('send-amount-input').fill('12.5')
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.locator('[data-testid=wallets-fee][data-sponsored=true]').waitFor(soon)
  await page.getByTestId('send-preview-send').click()
  await frameOf(page).getByText('This also turns your account into a smart account.').waitFor(soon)
  await approve(page)
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
  expect(await first.held('USDC', recipient)).toBe(12_500_000n)
  expect(await first.codeOf(key)).toMatch(/^0xef0100/)
  await page.keyboard.press('Escape')
  await closed(page)
  await swapAll(page, key, 0)

  // The other account of the same key, and back.
  await openAccountSettings(page)
  await page.getByTestId('account-kind').waitFor(soon)
  const toggle = page.getByTestId('account-toggle-preferred-account-type')
  await toggle.click()
  await page.getByTestId('account-kind').waitFor({ state: 'detached', ...soon })
  expect(await page.getByTestId('account-other-address').count()).toBe(0)
  await toggle.click()
  await page.getByTestId('account-kind').waitFor(soon)

  // Where the account is a contract it has another address, which the page shows.
  const second = await chainAt(1)
  await page.getByTestId('account-switch-network-button').click()
  await page.getByTestId(`w3m-network-switch-${second.name}`).click()
  await expect.poll(() => shownAddress(page), soon).not.toBe(key)
  const contract = (await shownAddress(page))!
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await second.codeOf(contract)).toBe('0x')
  await openAccountSettings(page)
  expect((await page.getByTestId('account-settings-address').innerText()).replace(/\s/g, '')).toBe(contract)
  expect(await page.getByTestId('account-other-address').getAttribute('data-value')).toBe(key)
  await page.keyboard.press('Escape')
  await closed(page)
  await second.give(contract, 200n)
  await swapAll(page, contract, 1)
  expect(await second.codeOf(contract)).not.toBe('0x')

  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  expect(await shownAddress(page)).toBe(contract)

  // The same login has an account on Solana, which pays for itself.
  const { rpcUrl, name } = (await manifest()).solana!
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId(`w3m-network-switch-${name}`).click()
  await expect.poll(() => shownAddress(page), soon).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const coinsOf = async (address: string) =>
    (await callNode<{ value: number }>(rpcUrl, 'getBalance', [address, { commitment: 'confirmed' }])).value
  await callNode(rpcUrl, 'requestAirdrop', [await shownAddress(page), 5_000_000_000])
  if ((await page.getByTestId('w3m-modal-card').count()) > 0) await page.keyboard.press('Escape')
  await closed(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('token-SOL').getByText('5', { exact: true }).waitFor(soon)
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill('1.5')
  await page.getByTestId('send-recipient-input').fill(other)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-send').click()
  await frameOf(page).getByText('1.5').first().waitFor(soon)
  await approve(page)
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').filter({ hasText: 'SOL' }).waitFor(soon)
  expect(await coinsOf(other)).toBe(1_500_000_000)
})
