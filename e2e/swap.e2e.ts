import { watchToast } from '@billfold/testkit/test/watchToast'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { closed, connect, devnetWallet, manifest, shownAddress, soon, tabTo, visitKit } from './visitKit.ts'
import {
  allowed,
  approvalOf,
  ended,
  fill,
  held,
  numberIn,
  openSwap,
  outside,
  promptsOf,
  review,
  rpc,
  sent,
  swap,
  tokenOf,
  toReview,
} from './visitSwap.ts'

test('coins become tokens without a mouse, and at least the displayed minimum', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const me = (await shownAddress(page))!
  const before = await held('USDC', me)
  const { keyboard } = page
  const press = async (testId: string) => {
    await tabTo(page, testId)
    await keyboard.press('Enter')
  }
  await page.getByTestId('account-button').focus()
  await keyboard.press('Enter')
  // Once the account's balances are known, no row of the list of tokens moves under the keys.
  await page.getByTestId('account-total').waitFor(soon)
  await press('wallet-features-swaps-button')
  await press('swap-select-token-button-toToken')
  await tabTo(page, 'swap-select-token-search-input')
  await keyboard.type('usdc')
  await press('swap-select-token-item-USDC')
  await tabTo(page, 'send-amount-input')
  // It begins with one.
  expect(await page.getByTestId('send-amount-input').inputValue()).toBe('1')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('0.5')
  await page.locator('[data-testid="swap-action-button"][data-label="review"]:not([disabled])').waitFor(soon)
  await press('swap-action-button')
  await page.getByTestId('swap-preview-receive').waitFor()
  expect(await page.getByTestId('swap-fee').innerText()).toMatch(/USDC/)
  const least = numberIn(await page.getByTestId('swap-minimum').innerText())
  const notice = await watchToast(page, 'Swapped')
  await press('swap-action-button')
  await ended(page, 'confirmed')
  expect(await notice.text()).toMatch(/^Swapped \u2068ETH\u2069 to \u2068[\d,.]+ USDC\u2069$/)
  expect(Number((await held('USDC', me)) - before) / 1e6).toBeGreaterThanOrEqual(least)
  expect(await promptsOf(wallets[0]!)).toEqual(['send'])
})

test('tokens with permits become coins: one signature, one transaction, and still there after a reload', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const me = (await shownAddress(page))!
  const before = await held('USDC', me)
  await fill(page, 'USDC', 'ETH', '120.5')
  await page.getByTestId('swap-compare').click(soon)
  await page.getByTestId('swap-quote-uniswap-v3').click()
  await toReview(page)
  await swap(page)
  await page.getByTestId('swap-row').first().waitFor(soon)
  expect(await promptsOf(wallets[0]!)).toEqual(['sign', 'send'])
  const { uniswapV3SwapRouter } = (await manifest()).chains[0]!.contracts
  expect((await sent(wallets[0]!)).map(({ to }) => to.toLowerCase())).toEqual([uniswapV3SwapRouter!.toLowerCase()])
  // Pending or done, it is still there after a reload.
  await page.reload()
  await page.getByTestId('account-button').click()
  await ended(page, 'confirmed')
  await page.getByTestId('swap-row').first().click()
  await page.locator('[data-testid="swap-status"][data-status="confirmed"]').waitFor()
  expect(before - (await held('USDC', me))).toBe(120_500_000n)
  expect(await allowed('USDC', me)).toBe(0n)
})

test('swaps from a wallet that is not active, whose balance changes alone', async ({ open }) => {
  const keys = [generatePrivateKey(), generatePrivateKey()] as const
  const [me, other] = keys.map(privateKeyToAddress) as [string, string]
  const ten = 10n ** 19n
  for (const address of [me, other]) await rpc('hardhat_setBalance', [address, `0x${ten.toString(16)}`])
  const { page, wallets } = await visitKit(open, {
    wallets: [{ accounts: [keys[0]] }, { accounts: [keys[1]], name: 'Harbour', rdns: 'org.harbour' }],
  })
  await connect(page, 'wallet-selector-org.harbour')
  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-profile-button').click()
  await page.getByTestId('connect-another-wallet').click()
  await page.getByTestId(devnetWallet).click()
  await closed(page)
  await fill(page, 'ETH', 'USDC', '0.5')
  await page.getByTestId('send-source').click(soon)
  await page.getByTestId('send-source-1').click()
  await toReview(page)
  await swap(page)
  await expect.poll(() => held('USDC', other), soon).toBeGreaterThan(0n)
  expect(await held('ETH', other)).toBeLessThan(ten - 5n * 10n ** 17n)
  expect([await held('ETH', me), await held('USDC', me)]).toEqual([ten, 0n])
  expect([await promptsOf(wallets[0]!), await promptsOf(wallets[1]!)]).toEqual([[], ['send']])
  expect(await shownAddress(page)).toBe(me)
})

test('token to token over two pools: rejects the approval and the swap, reloads, then approves both', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const [wallet] = wallets
  const me = (await shownAddress(page))!
  const before = await held('WBTC', me)
  await review(page, 'WBTC', 'USDC', '0.01')
  await page.locator('[data-testid="swap-asks"][data-asks="approve sign swap"]').waitFor(soon)
  expect(await page.getByTestId('swap-route').innerText()).toMatch(/^Uniswap v[23] → Uniswap v[23]$/)
  const trouble = page.getByTestId('swap-trouble')
  await wallet!.rejectNext()
  await swap(page)
  await expect.poll(() => trouble.innerText()).toContain('You rejected the approval')
  expect(await allowed('WBTC', me)).toBe(0n)
  await wallet!.policy({ eth_signTypedData_v4: 'stall' })
  await swap(page)
  await page.locator('[data-testid="swap-step"][data-step="signing"]').waitFor(soon)
  await wallet!.policy({ eth_sendTransaction: 'reject' })
  await wallet!.approveNext()
  await expect.poll(() => trouble.innerText()).toContain('You rejected the request')
  expect(await held('WBTC', me)).toBe(before)
  // The approval still holds, exactly: there is no second prompt.
  expect(await allowed('WBTC', me)).toBe(1_000_000n)
  expect(await promptsOf(wallet!)).toEqual(['send', 'send', 'sign', 'send'])
  expect((await sent(wallet!))[0]!.data.toLowerCase()).toBe(await approvalOf(1_000_000n))
  // Not even after a reload, which offers to resume, and lists the remaining confirmations in advance.
  await page.reload()
  await wallet!.policy({ eth_signTypedData_v4: 'approve', eth_sendTransaction: 'approve' })
  await openSwap(page)
  await page.locator('[data-testid="swap-left"][data-state="approved"]').waitFor(soon)
  await page.getByTestId('swap-left-continue').click()
  await toReview(page)
  await page.locator('[data-testid="swap-asks"][data-asks="sign swap"]').waitFor(soon)
  await swap(page)
  await ended(page, 'confirmed')
  expect(await promptsOf(wallet!)).toEqual(['sign', 'send'])
  expect(before - (await held('WBTC', me))).toBe(1_000_000n)
  expect(await allowed('WBTC', me)).toBe(0n)
})

test('resets an old approval first for a token that requires it', async ({ open }) => {
  const owner = await outside(3)
  await owner.send({ to: await tokenOf('USDT'), data: await approvalOf(7n) })
  const { page, wallets } = await visitKit(open, { wallets: [{ accounts: [owner.privateKey] }] })
  await connect(page)
  const before = await held('USDT', owner.address)
  await review(page, 'USDT', 'USDC', '55')
  await swap(page)
  await ended(page, 'confirmed')
  expect(await promptsOf(wallets[0]!)).toEqual(['send', 'send', 'sign', 'send'])
  const [reset, exact] = await sent(wallets[0]!)
  expect(reset!.data.toLowerCase()).toBe(await approvalOf(0n))
  expect(exact!.data.toLowerCase()).toBe(await approvalOf(55_000_000n))
  expect(before - (await held('USDT', owner.address))).toBe(55_000_000n)
  expect(await allowed('USDT', owner.address)).toBe(0n)
})

test('a wallet with atomic batches gets one prompt, and the chain one transaction', async ({ open }) => {
  const accountCode = (await manifest()).chains[0]!.contracts.simple7702Account as `0x${string}`
  const owner = await outside(4, accountCode)
  // The account already runs its code: a site never requests that.
  const nothing = { to: owner.address, value: '0x0' }
  const first = { version: '2.0.0', chainId: '0x7a69', from: owner.address, atomicRequired: true, calls: [nothing] }
  await owner.request('wallet_sendCalls', first)
  const count = () => rpc<string>('eth_getTransactionCount', [owner.address, 'latest']).then(Number)
  // Its code uses a nonce of its own, beside that of the transaction that carries it.
  await expect.poll(count).toBe(3)
  const { page, wallets } = await visitKit(open, { wallets: [{ accounts: [owner.privateKey], accountCode }] })
  await connect(page)
  const before = await held('WBTC', owner.address)
  await review(page, 'WBTC', 'ETH', '0.02')
  await swap(page)
  await ended(page, 'confirmed')
  expect(await promptsOf(wallets[0]!)).toEqual(['batch'])
  expect(await count()).toBe(4)
  expect(before - (await held('WBTC', owner.address))).toBe(2_000_000n)
  expect(await allowed('WBTC', owner.address)).toBe(0n)
  await page.getByTestId('swap-row').first().click()
  expect(await page.getByTestId('swap-status').innerText()).not.toContain('something else')
})
