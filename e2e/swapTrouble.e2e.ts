import { watchToast } from '@billfold/testkit/test/watchToast'
import { encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { connect, manifest, shownAddress, soon, visitKit } from './visitKit.ts'
import { atStep, ended, fill, held, numberIn, outside, promptsOf, review, swap, toReview } from './visitSwap.ts'

const abi = parseAbi([
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
])

/** A large purchase in every pool of a token changes its price. */
async function movePools(symbol: string, coins: string): Promise<void> {
  const { contracts, tokens, pools } = (await manifest()).chains[0]!
  const token = tokens.find((each) => each.symbol === symbol)!.address as `0x${string}`
  const [weth, deadline] = [contracts.weth as `0x${string}`, 2n ** 40n]
  const buyer = await outside(6)
  const [to, value, amountIn] = [buyer.address as `0x${string}`, toHex(parseEther(coins)), parseEther(coins)]
  for (const { protocol, fee } of pools.filter(({ token0, token1 }) => [token0, token1].includes(token)))
    if (protocol === 'uniswap-v2') {
      const args = [0n, [weth, token], to, deadline] as const
      const data = encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args })
      await buyer.send({ to: contracts.uniswapV2Router!, data, value })
    } else {
      const params = { tokenIn: weth, tokenOut: token, fee, recipient: to, deadline, amountIn }
      const args = [{ ...params, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }] as const
      const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args })
      await buyer.send({ to: contracts.uniswapV3SwapRouter!, data, value })
    }
}

test('after a pool moves the chain reverts the swap, which loses nothing, has a reason and can be retried', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const [wallet] = wallets
  const me = (await shownAddress(page))!
  const before = await held('FOLD', me)
  await review(page, 'ETH', 'FOLD', '1')
  const shown = numberIn(await page.getByTestId('swap-preview-receive').innerText())
  await wallet!.policy({ eth_sendTransaction: 'stall' })
  await swap(page)
  await atStep(page, 'asking')
  await movePools('FOLD', '25')
  await wallet!.approveNext()
  await ended(page, 'failed')
  expect(await held('FOLD', me)).toBe(before)
  await page.reload()
  await page.getByTestId('account-button').click()
  await page.getByTestId('swap-row').first().click()
  await page
    .getByTestId('swap-reason')
    .getByText(/price moved/i)
    .waitFor()
  await page.getByTestId('swap-again').click()
  const output = page.getByTestId('swap-output')
  await expect.poll(async () => numberIn(await output.innerText())).toBeGreaterThan(0)
  // The server caches the same request for some seconds, and the form refreshes by itself.
  await expect.poll(async () => numberIn(await output.innerText()), soon).toBeLessThan(shown * 0.9)
})

test('after a pool moves before the wallet prompt, the simulation fails and the wallet gets no request', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open, { allow: [/status of 400/] })
  await connect(page)
  await review(page, 'ETH', 'FOLD', '1')
  // The review refetches every ten seconds: here it shows the price before the pool moved, however long that takes.
  const agreed = Promise.withResolvers<void>()
  await page.route('**/v1/convert/quotes?*', async (route) => {
    await agreed.promise
    await route.continue()
  })
  await movePools('FOLD', '20')
  await swap(page)
  agreed.resolve()
  await expect.poll(() => page.getByTestId('swap-trouble').innerText(), soon).toMatch(/Nothing was swapped/)
  expect(await promptsOf(wallets[0]!)).toEqual([])
})

test('more than the pools hold needs two deliberate steps, and more than the balance is impossible', async ({
  open,
}) => {
  const { page } = await visitKit(open)
  await connect(page)
  await fill(page, 'ETH', 'FOLD', '900')
  // In the form, where one can still lower the amount, and again at the confirmation.
  await page.getByTestId('swap-thin').waitFor(soon)
  await toReview(page)
  expect(await page.getByTestId('swap-impact-words').innerText()).toContain('Not enough liquidity')
  const action = page.getByTestId('swap-action-button')
  expect(numberIn(await page.getByTestId('swap-impact').innerText())).toBeGreaterThan(10)
  for (const step of [0, 1]) {
    expect(await action.isDisabled()).toBe(true)
    await page.getByTestId(`swap-agree-${step}`).click()
  }
  expect(await action.isEnabled()).toBe(true)
  await page.getByTestId('swap-preview-cancel').click()
  await page.getByTestId('send-amount-input').fill('123456789')
  await page.locator('[data-testid="swap-action-button"][data-label="insufficient"][disabled]').waitFor(soon)
  // The reasons are those of sending, each with its own sentence, and the rejected input stays in the field.
  const notice = page.getByTestId('swap-amount-said')
  expect(await notice.innerText()).toBe('This is more than you have.')
  for (const [text, reason] of [
    ['1e5', 'without “e”'],
    ['-5', 'in digits'],
    ['0.1234567890123456789', 'supports up to 18 decimals'],
    ['0', 'is zero'],
  ] as const) {
    await page.getByTestId('send-amount-input').fill(text)
    await expect.poll(() => notice.innerText()).toContain(reason)
    expect(await page.getByTestId('send-amount-input').inputValue()).toBe(text)
    expect(await action.isDisabled()).toBe(true)
  }
})

test('another account while the wallet has the request: the swap ends, and the form starts over', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const [wallet] = wallets
  // Its approval stays: no other journey of this account pays with the token.
  await review(page, 'USDT', 'ETH', '40')
  await wallet!.policy({ eth_sendTransaction: 'stall' })
  await swap(page)
  await atStep(page, 'approving')
  await wallet!.switchAccount(1)
  await page.getByTestId('swap-restart').waitFor(soon)
  await wallet!.approveNext()
  await page.getByTestId('swap-restart').click()
  await expect.poll(() => page.getByTestId('send-amount-input').inputValue(), soon).toBe('1')
  expect(await promptsOf(wallet!)).toEqual(['send'])
})

test('completes, reports and tracks a swap under another account, without the file server', async ({ open }) => {
  const { page, wallets } = await visitKit(open, { allow: [/ERR_FAILED/] })
  await connect(page)
  const [wallet] = wallets
  const me = (await shownAddress(page))!
  const before = await held('USDC', me)
  await review(page, 'ETH', 'USDC', '0.2')
  await wallet!.policy({ eth_sendTransaction: 'stall' })
  await swap(page)
  await atStep(page, 'asking')
  await page.route(/\.js$/, (route) => route.abort())
  await wallet!.switchAccount(1)
  await page.getByTestId('swap-restart').waitFor(soon)
  await page.getByText('Check your wallet before trying again.').waitFor()
  const notice = await watchToast(page, 'Swapping')
  await wallet!.approveNext()
  expect(await notice.text()).toMatch(/^Swapping \u2068ETH\u2069 to \u2068USDC\u2069$/)
  // Another account does not show it.
  await wallet!.switchAccount(0)
  await ended(page, 'confirmed')
  await page.getByTestId('swap-row').first().click()
  await page.locator('[data-testid="swap-status"][data-status="confirmed"]').waitFor(soon)
  expect(await held('USDC', me)).toBeGreaterThan(before)
})

test('another chain at the review: the form starts over', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  await review(page, 'USDC', 'ETH', '40')
  await wallets[0]!.switchChain((await manifest()).chains[1]!.id)
  await page.getByTestId('swap-restart').waitFor(soon)
  expect(await promptsOf(wallets[0]!)).toEqual([])
})

test('a network without swaps offers those with them, a way back, and the swap continues there', async ({ open }) => {
  const { chains } = await manifest()
  const [here, there] = [chains[0]!, chains[1]!]
  const { page } = await visitKit(open, {
    prepare: (context) =>
      context.route(`**/v1/convert/tokens?*chainId=eip155%3A${here.id}*`, (route) =>
        route.fulfill({ json: { tokens: [] }, headers: { 'access-control-allow-origin': '*' } }),
      ),
  })
  await connect(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-swaps-button').click()
  await page.getByTestId('swap-elsewhere').waitFor(soon)
  await page.getByTestId('swap-elsewhere').getByText('can’t swap on').waitFor()
  await page.getByTestId('swap-elsewhere-back').click()
  await page.getByTestId('wallet-features-swaps-button').click()
  await page.getByTestId(`w3m-network-switch-${there.name}`).click(soon)
  await page.getByTestId('swap-input-sourceToken').waitFor(soon)
  await expect.poll(() => page.getByTestId('send-amount-input').inputValue(), soon).toBe('1')
})
