import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { closed, connect, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const rpc = async <T>(method: string, params: readonly unknown[]): Promise<T> =>
  callNode<T>((await manifest()).chains[0]!.rpcUrl, method, params)
const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')
const tokenOf = async (symbol: string) =>
  (await manifest()).chains[0]!.tokens.find((token) => token.symbol === symbol)!.address
const held = async (symbol: string, owner: string): Promise<bigint> =>
  BigInt(
    symbol === 'ETH'
      ? await rpc<string>('eth_getBalance', [owner, 'latest'])
      : await rpc<string>('eth_call', [{ to: await tokenOf(symbol), data: `0x70a08231${word(owner)}` }, 'latest']),
  )

/** Fills the form in and comes to the review. */
async function review(page: Page, from: string, to: string, amount: string): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-swaps-button').click()
  for (const [side, symbol] of [
    ['sourceToken', from],
    ['toToken', to],
  ] as const) {
    if (side === 'sourceToken' && symbol === 'ETH') continue
    await page.getByTestId(`swap-select-token-button-${side}`).click()
    await page.getByTestId('swap-select-token-search-input').fill(symbol)
    await page.getByTestId(`swap-select-token-item-${symbol}`).click()
  }
  await page.getByTestId('swap-input-sourceToken').getByTestId('send-amount-input').fill(amount)
  await page.locator('[data-testid="swap-action-button"][data-label="review"]:not([disabled])').click(soon)
  await page.getByTestId('swap-preview-receive').waitFor()
}
const swap = (page: Page) => page.getByTestId('swap-action-button').click()
const ended = (page: Page, status: string) =>
  page.locator(`[data-testid="swap-status"][data-status="${status}"]`).waitFor(soon)
const trouble = (page: Page, name: string) =>
  page.locator(`[data-testid="swap-trouble"][data-trouble="${name}"]`).waitFor(soon)

test('coins become tokens: at least the minimum that was shown, and the swap is still known after a reload', async ({
  open,
}) => {
  const { page } = await visitKit(open)
  await connect(page)
  const me = (await shownAddress(page))!
  const before = await held('USDC', me)
  await review(page, 'ETH', 'USDC', '0.5')
  expect(await page.getByTestId('swap-fee').innerText()).toMatch(/USDC/)
  const least = Number((await page.getByTestId('swap-minimum').innerText()).replace(/[^\d.]/g, ''))
  await swap(page)
  await page.getByTestId('swap-status').waitFor(soon)
  await page.reload()
  await page.getByTestId('account-button').click()
  await page.getByTestId('swap-row').first().click()
  await ended(page, 'confirmed')
  const got = Number((await held('USDC', me)) - before) / 1e6
  expect(got).toBeGreaterThanOrEqual(least)
})

test('tokens become coins: nothing more is allowed than is spent, one signature, one swap', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const me = (await shownAddress(page))!
  const before = await held('USDC', me)
  await review(page, 'USDC', 'ETH', '120.5')
  await swap(page)
  await ended(page, 'confirmed')
  expect(before - (await held('USDC', me))).toBe(120_500_000n)
  const asked = (await wallets[0]!.requests()).map(({ method }) => method)
  // Where the token takes a signature itself, not even the approval is a transaction.
  expect(asked.filter((method) => method === 'eth_sendTransaction').length).toBeLessThanOrEqual(2)
  expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1)
  const { permit2 } = (await manifest()).chains[0]!.contracts
  const left = await rpc<string>('eth_call', [
    { to: await tokenOf('USDC'), data: `0xdd62ed3e${word(me)}${word(permit2!)}` },
    'latest',
  ])
  expect(BigInt(left)).toBe(0n)
})

test('a no at each step leaves everything as it was, and another chain starts anew', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const [wallet] = wallets
  const me = (await shownAddress(page))!
  const before = [await held('DAI', me), await held('USDC', me)]
  await review(page, 'DAI', 'USDC', '40')
  await wallet!.rejectNext()
  await swap(page)
  await trouble(page, 'declined')
  expect(await page.getByTestId('swap-trouble').innerText()).toContain('Nothing was swapped')
  // The approval goes through now; the signature does not.
  await wallet!.policy({ eth_signTypedData_v4: 'reject' })
  await swap(page)
  await trouble(page, 'declined')
  await wallet!.approve()
  expect([await held('DAI', me), await held('USDC', me)]).toEqual(before)
  await wallet!.switchChain((await manifest()).chains[1]!.id)
  await page.getByTestId('swap-restart').waitFor(soon)
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
})
