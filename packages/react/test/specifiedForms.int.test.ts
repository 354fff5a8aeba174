import type { Page } from 'playwright-core'
import { formatEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSendHarness } from './sendPage.ts'

let send: Awaited<ReturnType<typeof startSendHarness>>
beforeAll(async () => {
  send = await startSendHarness()
})
afterAll(() => send?.stop())

it('warns that sending all coins leaves none for gas', async () => {
  const { page } = await send.openSend()
  const address = await page.evaluate(() => window.harness.appKit.getAddress())
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] })
  const response = await fetch(send.devnet.manifest.chains[0]!.rpcUrl, { method: 'POST', body })
  const { result } = (await response.json()) as { result: string }
  await page.getByTestId('send-amount-input').fill(formatEther(BigInt(result)))
  await page.getByTestId('send-action-button').getByText('Insufficient Gas Funds').waitFor()
  expect(await page.getByTestId('send-action-button').isDisabled()).toBe(true)
})

it('reports a failed name lookup, with an alternative', async () => {
  const { page } = await send.openSend()
  await page.route('**/v1/profile/**', (route) => route.fulfill({ status: 500 }))
  await page.getByTestId('send-recipient-input').fill('ann.eth')
  const problem = page.getByTestId('send-recipient-problem')
  await problem.getByText('Couldn’t look up this name. Paste the address instead.').waitFor()
})

async function connect(page: Page) {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
}

it('reports that the names of an account did not load', async () => {
  const { page } = await send.harness.open()
  await page.route('**/v1/identity/**', (route) => route.fulfill({ status: 500 }))
  await connect(page)
  await page.evaluate(() => {
    const { store } = window.harness.appKit.kit
    store.send({ type: 'modal/opened', view: { name: 'RegisterAccountName' } })
  })
  await page.getByTestId('names-away').getByText('Couldn’t load your name').waitFor()
})

const router = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const token = (symbol: string, address: string, decimals: number) => ({
  name: symbol,
  symbol,
  address: `eip155:31337:${address}`,
  decimals,
  logoUri: null,
})
const coin = token('ETH', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 18)
const dollar = token('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6)

it('shows a swap’s missing part, and its current step', async () => {
  const swapContracts = { 'eip155:31337': { uniswap: { router, spender: router } } } as const
  const { page } = await send.harness.open({ options: { swapContracts } })
  await page.route('**/v1/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname === '/v1/supported-chains') return route.fulfill({ json: { http: ['eip155:31337'], ws: [] } })
    if (pathname === '/v1/convert/tokens') return route.fulfill({ json: { tokens: [coin, dollar] } })
    if (pathname !== '/v1/convert/quotes') return route.fulfill({ status: 503 })
    const [fromAmount, source] = [searchParams.get('amount'), { id: 'uniswap', name: 'Uniswap' }]
    const sides = { fromAmount, fromAccount: coin.address, toAmount: '2992500000', toAccount: dollar.address }
    const quote = { id: 'one', ...sides, source, slippageBps: 100, priceImpactBps: 12, gas: '21000', gasPrice: '1' }
    return route.fulfill({ json: { quotes: [quote], silent: [] } })
  })
  await connect(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-swaps-button').click()
  await page.getByTestId('swap-select-token-button-toToken').click()
  await page.getByTestId('swap-select-token-item-USDC').click()
  const button = page.getByTestId('swap-action-button')
  const amount = page.getByTestId('swap-input-sourceToken').getByTestId('send-amount-input')
  await amount.fill('')
  await button.getByText('Enter amount').waitFor()
  await amount.fill('5')
  await button.getByText('Insufficient balance').waitFor()
  await amount.fill('4.2')
  await button.getByText('Insufficient gas funds').waitFor()
  await amount.fill('1')
  await page.locator('[data-testid="swap-action-button"][data-label="review"]:not([disabled])').click()
  await page.getByTestId('swap-preview-receive').waitFor()
  await page.evaluate(() => {
    const { store } = window.harness.appKit.kit
    const details = { network: 'eip155:31337', from: 'ETH', to: 'USDC', fromAmount: '1', toAmount: '2' }
    const sides = { fromAmount: '1', fromAccount: '', toAmount: '2', toAccount: '' }
    store.send({ type: 'swap/started', ...details, quote: { id: 'q', ...sides, toAmountMin: '1', slippageBps: 100 } })
    store.send({ type: 'swap/stepped', step: 'asking' })
  })
  await page.getByTestId('swap-step').getByText('Confirm the swap in your wallet').waitFor()
})
