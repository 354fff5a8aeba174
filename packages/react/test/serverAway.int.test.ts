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
    'that answers %i takes nothing else away, and the missing parts return by themselves',
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

  it('still allows receiving, and sending by the chain’s own balance', async () => {
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

it('leaves receiving and sending on a chain that the server does not support, and calls it unknown, not empty', async () => {
  const { page } = await visit({ '/v1/supported-chains': { http: [], ws: [] } })
  await expect.poll(() => features(page)).toEqual(all.slice(1))
  expect(await page.getByRole('tab').count()).toBe(0)
  expect(await page.getByTestId('account-not-served').innerText()).toContain('aren’t shown for this network')
})

describe('a network without swaps', () => {
  const elsewhere = { '/v1/supported-chains': { http: ['eip155:31338'], ws: [] } }
  const openSwap = (page: Page) => page.evaluate(() => window.harness.appKit.open({ view: 'Swap' }))

  it('offers another only once one is known, and stays silent before', async () => {
    const { page, server } = await visit({ ...elsewhere, '/v1/convert/tokens': 500 })
    await openSwap(page)
    const panel = page.getByTestId('swap-elsewhere')
    await passTimeUntil(page.getByTestId('swap-elsewhere-again'))
    expect(await panel.innerText()).not.toContain('No network of this site')
    server['/v1/convert/tokens'] = coinOf('eip155:31338')
    await passTimeUntil(panel.getByText('Harbour'))
  })

  it('is not shown if every network responded', async () => {
    const { page } = await visit({ '/v1/supported-chains': { http: [], ws: [] } })
    await openSwap(page)
    await page.getByTestId('swap-elsewhere').getByText('No network here supports swaps.').waitFor()
  })
})

describe('a list that the server did not send', () => {
  const coin = {
    ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', price: 2000, value: 2000, iconUrl: '' },
    quantity: { decimals: '18', numeric: '1' },
  }
  const row = (id: string, minedAt: string) => ({
    id,
    metadata: {
      ...{ operationType: 'receive', hash: `0x${id.repeat(64)}`, chain: 'eip155:31337', minedAt, nonce: 1 },
      ...{ sentFrom: '0x1', sentTo: '0x2', status: 'confirmed' },
    },
    transfers: [{ direction: 'in', quantity: { numeric: '1' }, fungible_info: { name: 'Ether', symbol: 'ETH' } }],
  })
  const one = { data: [row('a', '2026-05-05T05:05:05Z')], next: null }
  const base = { '/v1/supported-chains': served, '/v1/account/balance': { balances: [coin] } }
  const away = (page: Page) => page.getByTestId('balance-away')

  it('retries 30 seconds after a 503 with that Retry-After', async () => {
    const { page, server } = await visit({ ...base, '/v1/account/balance': 503 })
    await away(page).getByText('We’ll retry in 30 seconds').waitFor()
    server['/v1/account/balance'] = { balances: [coin] }
    await passTimeUntil(page.getByTestId('token-ETH'))
  })

  it('retries at once on the visitor’s request', async () => {
    const { page, server } = await visit({ ...base, '/v1/account/balance': 503 })
    await away(page).waitFor()
    server['/v1/account/balance'] = { balances: [coin] }
    await away(page).getByRole('button').click()
    await page.getByTestId('token-ETH').waitFor()
  })

  it('shows the age of tokens that could not be refreshed', async () => {
    const { page, server } = await visit(base)
    await page.getByTestId('token-ETH').waitFor()
    server['/v1/account/balance'] = 503
    await passTimeUntil(page.getByTestId('list-age').getByText('Updated 1 min. ago'))
    await page.getByTestId('token-ETH').waitFor()
    server['/v1/account/balance'] = { balances: [coin] }
    await page.getByTestId('list-age').getByRole('button').click()
    await page.getByTestId('list-age').waitFor({ state: 'detached' })
  })

  it('keeps polling activity after an error, and shows its age meanwhile', async () => {
    const { page, server } = await visit({ ...base, '/v1/account/history': one })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByTestId('activity-row').waitFor()
    server['/v1/account/history'] = 500
    await passTimeUntil(page.getByTestId('list-age'))
    server['/v1/account/history'] = { data: [row('b', '2026-05-06T05:05:05Z'), ...one.data], next: null }
    await passTimeUntil(page.getByTestId('activity-row').nth(1))
    await page.getByTestId('list-age').waitFor({ state: 'detached' })
  })

  it('shows that more activity failed, and retries it', async () => {
    const { page } = await visit({ ...base, '/v1/account/history': { ...one, next: 'page2' } })
    let status = 500
    await page.route(/history.*page2/, (route) =>
      status === 200
        ? route.fulfill({ json: { data: [row('b', '2026-04-04T04:04:04Z')], next: null } })
        : route.fulfill({ status }),
    )
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByTestId('activity-more').click()
    const failed = page.getByTestId('activity-more-away')
    await failed.waitFor()
    expect(await page.getByTestId('activity-row').count()).toBe(1)
    status = 200
    await failed.getByRole('button').click()
    await expect.poll(() => page.getByTestId('activity-row').count()).toBe(2)
  })

  it('shows that a page of all wallets failed, and retries it', async () => {
    const { page } = await harness.open({ wallets: [] }, { prepare: ownClock })
    let status = 500
    await page.route(/getWallets.*page=2/, (route) => (status === 200 ? route.fallback() : route.fulfill({ status })))
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').click()
    const items = page.getByTestId(/^wallet-search-item-/)
    await items.first().waitFor()
    const first = await items.count()
    await items.last().scrollIntoViewIfNeeded()
    const failed = page.locator('.empty').filter({ hasText: 'wallets' })
    await passTimeUntil(failed)
    expect(await items.count()).toBe(first)
    status = 200
    await failed.getByRole('button').click()
    await expect.poll(() => items.count()).toBeGreaterThan(first)
  })
})

it('explains an empty list of certified wallets, and links to all', async () => {
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
