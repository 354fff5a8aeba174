import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownClock, passTimeUntil } from './passTime.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

type Answers = Record<string, unknown>
const coinOf = (chain: string) => ({
  tokens: [
    {
      name: 'Ether',
      symbol: 'ETH',
      address: `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
      decimals: 18,
      logoUri: null,
    },
  ],
})

/** A page that is connected, and a server that answers what a test says: a number is a status without an answer. */
async function visit(answers: Answers) {
  const { page } = await harness.open({}, { prepare: ownClock })
  const server = { ...answers }
  await page.route('**/v1/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const path = pathname.replace(/account\/\w+/, 'account').replace(/identity\/\w+/, 'identity')
    const answer = server[`${path}?${searchParams.get('chainId')}`] ?? server[path] ?? 500
    return typeof answer === 'number' ? route.fulfill({ status: answer }) : route.fulfill({ json: answer })
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })
  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-account-wallet-features-widget').waitFor()
  return { page, server }
}
const features = (page: Page) =>
  page.getByTestId(/^wallet-features-\w+-button$/).evaluateAll((all) => all.map((each) => each.dataset.testid))
const all = ['swaps', 'receive', 'send'].map((name) => `wallet-features-${name}-button`)
const served = { http: ['eip155:31337'], ws: [] }

describe('a server that does not say which chains it has', () => {
  it.each([500, 403])(
    'but answers %i takes nothing else away, and what is missing comes back by itself',
    async (status) => {
      const { page, server } = await visit({ '/v1/supported-chains': status, '/v1/account/balance': { balances: [] } })
      await passTimeUntil(page.getByTestId('assets-away').getByText('Token Balance Unavailable'))
      expect(await features(page)).toEqual(all)
      await page.getByRole('tab', { name: 'Activity' }).click()
      await passTimeUntil(page.getByTestId('assets-away').getByText('Activity unavailable'))
      await page.getByRole('tab', { name: 'Tokens' }).click()
      // By itself: no one presses anything.
      server['/v1/supported-chains'] = served
      await passTimeUntil(page.getByText('No tokens yet'))
      expect(await features(page)).toEqual(all)
    },
  )

  it('does not stop someone from receiving, or from sending what the chain says they have', async () => {
    const { page, server } = await visit({ '/v1/supported-chains': 500 })
    await page.getByTestId('wallet-features-receive-button').click()
    await page.getByText('Only send assets on these networks to this address.').waitFor()
    await page.getByTestId('header-back').click()
    await page.getByTestId('wallet-features-send-button').click()
    await page.getByTestId('send-amount-input').fill('0.5')
    await page.getByTestId('send-balance').getByText('4.2').waitFor()
    await page.getByTestId('header-back').click()
    await page.getByTestId('wallet-features-swaps-button').click()
    await passTimeUntil(page.getByTestId('swap-away'))
    server['/v1/supported-chains'] = served
    server['/v1/convert/tokens'] = coinOf('eip155:31337')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByTestId('swap-input-sourceToken').waitFor()
  })
})

it('a chain that the server does not have leaves receiving and sending, and is said to be unknown, not empty', async () => {
  const { page } = await visit({ '/v1/supported-chains': { http: [], ws: [] } })
  await expect.poll(() => features(page)).toEqual(all.slice(1))
  expect(await page.getByRole('tab').count()).toBe(0)
  expect(await page.getByTestId('account-not-served').innerText()).toContain('aren’t shown for this network')
})

describe('a network without swaps', () => {
  const elsewhere = { '/v1/supported-chains': { http: ['eip155:31338'], ws: [] } }
  const openSwap = (page: Page) => page.evaluate(() => window.harness.appKit.open({ view: 'Swap' }))

  it('leads to another only when that is known, and says nothing of it before', async () => {
    const { page, server } = await visit({ ...elsewhere, '/v1/convert/tokens': 500 })
    await openSwap(page)
    const panel = page.getByTestId('swap-elsewhere')
    await passTimeUntil(page.getByTestId('swap-elsewhere-again'))
    expect(await panel.innerText()).not.toContain('No network of this site')
    server['/v1/convert/tokens'] = coinOf('eip155:31338')
    await passTimeUntil(panel.getByText('Harbour'))
  })

  it('is one of none where every network was asked', async () => {
    const { page } = await visit({ '/v1/supported-chains': { http: [], ws: [] } })
    await openSwap(page)
    await page.getByTestId('swap-elsewhere').getByText('No network here supports swaps.').waitFor()
  })
})

it('only certified wallets where there are none says so, and leads to all', async () => {
  const { page } = await harness.open({ wallets: [] })
  await page.route(/badge_type=certified/, (route) => route.fulfill({ json: { data: [], count: 0 } }))
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-list').waitFor()
  await page.getByTestId('wui-certified-switch').click()
  await page.getByTestId('no-wallet-found').getByText('No certified wallet found').waitFor()
  await page.getByTestId('all-wallets-show-all').click()
  await page.getByTestId('wallet-list').waitFor()
  // In a search too.
  await page.getByTestId('wui-certified-switch').click()
  await page.getByRole('searchbox').fill('rainbow')
  await page.getByTestId('no-wallet-found').getByText('No certified wallet found').waitFor()
  await page.getByTestId('all-wallets-show-all').click()
  await page.getByTestId('wallet-search-item-wallet-1').waitFor()
})
