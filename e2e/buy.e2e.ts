import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { axeFindings, test } from './harness.ts'
import { choose, closed, connect, hooksSay, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const progress = (page: Page, status: string) =>
  page.locator(`[data-testid=buy-progress][data-status=${status}]`).waitFor(soon)

/** Begins to buy for 100 dollars; the provider's own page opens in a window. */
async function begin(page: Page): Promise<Page> {
  await page.getByTestId('buy-preset-100').click()
  await page.getByTestId('buy-offer-local-card').waitFor(soon)
  const opening = page.waitForEvent('popup')
  await page.locator('[data-testid=buy-action-button]:enabled').click()
  return opening
}

async function openBuying(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-onramp-button').click()
}

/** Pays on the provider's page with one of its test cards. */
async function pay(popup: Page, card: string): Promise<void> {
  for (const [field, value] of Object.entries({ number: card, expiry: '12/30', cvc: '123', name: 'Ann Example' }))
    await popup.getByTestId(`onramp-${field}`).fill(value)
  await popup.getByTestId('onramp-pay').click()
}

test('buys coins by card until they arrive, reports a refused card, and resumes a closed window after a reload', async ({
  open,
}) => {
  const { page } = await visitKit(open, { axe: true })
  await connect(page)
  const { chains, accounts } = await manifest()
  const { rpcUrl } = chains[0]!
  const held = async () => BigInt(await callNode<string>(rpcUrl, 'eth_getBalance', [accounts[0]!.address, 'latest']))
  const before = await held()

  await openBuying(page)
  const popup = await begin(page)
  await progress(page, 'created')
  expect(await axeFindings(page)).toEqual([])
  await pay(popup, '4242424242424242')
  await progress(page, 'settled')
  expect(await held()).toBeGreaterThan(before)
  await page.getByTestId('buy-done').click()

  // The visitor returns to a page that knows only what it stored.
  await page.keyboard.press('Escape')
  await closed(page)
  await openBuying(page)
  const left = await begin(page)
  await progress(page, 'created')
  await left.close()
  await page.reload()
  await page.getByTestId('account-button').click()
  await page.getByTestId('buy-row').first().click()
  await progress(page, 'created')
  const reopening = page.waitForEvent('popup')
  await page.getByTestId('buy-open').click()
  await pay(await reopening, '4000000000000002')
  await progress(page, 'failed')
  await page.getByTestId('buy-again').waitFor(soon)
})

test('on Solana: the provider fails and recovers, and reports the coins before the visitor returns', async ({
  open,
}) => {
  const { solana } = await manifest()
  const { id, rpcUrl } = solana!
  await expect.poll(() => callNode(rpcUrl, 'getHealth', []).catch(() => ''), soon).toBe('ok')
  const chain = `solana:${id}` as const
  const { page, wallets } = await visitKit(open, {
    wallets: [{ solana: { chains: [chain], rpcUrls: { [chain]: rpcUrl } } }],
    allow: [/status of 503/],
  })
  await wallets[0]!.switchAccount(6)
  await choose(page)
  await page.getByTestId('wui-list-chain-solana').click()
  await hooksSay(page, { families: 'EVM disconnected, Solana connected' })
  await closed(page)
  const me = (await shownAddress(page))!
  const held = async () =>
    (await callNode<{ value: number }>(rpcUrl, 'getBalance', [me, { commitment: 'confirmed' }])).value
  const before = await held()

  const quotes = '**/v1/onramp/providers/local/quote*'
  await page.route(quotes, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }))
  await openBuying(page)
  await page.getByTestId('buy-offer-local-card').getByText('No price right now').waitFor(soon)
  await page.locator('[data-testid=buy-action-button]:disabled').waitFor(soon)
  await page.unroute(quotes)
  // The kit retries by itself.
  await page.locator('[data-testid=buy-action-button]:enabled').waitFor(soon)

  const popup = await begin(page)
  await progress(page, 'created')
  const site = page.url()
  await page.goto('about:blank')
  await pay(popup, '4242424242424242')
  await expect.poll(held, soon).toBeGreaterThan(before)
  await page.goto(site)
  await page.getByTestId('account-button').click()
  await page.locator('[data-testid=buy-row][data-status=settled]').click(soon)
  await progress(page, 'settled')
})
