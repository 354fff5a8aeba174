import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ pages: ['hooks.html'], isDevelopment: true })
})
afterAll(() => harness?.stop())

const coin = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', price: 2000, value: 2000, iconUrl: '' },
  quantity: { decimals: '18', numeric: '1' },
}
const bodies: Record<string, unknown> = {
  '/v1/supported-chains': { http: ['eip155:31337'], ws: [] },
  '/v1/account/balance': { balances: [coin] },
  '/v1/account/history': { data: [], next: null },
  '/v1/identity': { name: null, avatar: null },
}

/** A page with every hook, whose visitor is connected and whose requests have all been answered. Its clock can be stopped. */
async function visit(): Promise<Page> {
  const { page } = await harness.open({}, { path: '/hooks.html', prepare: (page) => page.clock.install() })
  await page.route('**/v1/**', (route) => {
    const path = new URL(route.request().url()).pathname
      .replace(/account\/\w+/, 'account')
      .replace(/(identity)\/.*/, '$1')
    return path in bodies ? route.fulfill({ json: bodies[path] }) : route.fulfill({ status: 404, json: {} })
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  await page.evaluate(() => window.harness.appKit.close())
  await rest(page)
  return page
}

const rendersOf = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(window.probes.counts).map(([name, { renders }]) => [name, renders])),
  )

/** Waits until no hook has rendered for two looks in a row. */
async function rest(page: Page): Promise<void> {
  let last = ''
  await expect
    .poll(
      async () => {
        const before = last
        last = JSON.stringify(await rendersOf(page))
        return last === before
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true)
}

describe('every hook', () => {
  it('returns the same lists until they change', async () => {
    const page = await visit()
    const names = Object.keys(await rendersOf(page))
    expect(names).toEqual(
      expect.arrayContaining(['useAppKitAccount', 'useAppKitConnections', 'useAppKitSwap', 'useAppKitSend']),
    )
    expect(names.length).toBeGreaterThan(25)
    await page.evaluate(() => {
      for (const { needless } of Object.values(window.probes.counts)) for (const path in needless) delete needless[path]
    })
    for (let turn = 0; turn < 3; turn++) {
      await page.evaluate(() => window.probes.renderAll())
      await rest(page)
    }
    const needless = await page.evaluate(() =>
      Object.entries(window.probes.counts).flatMap(([name, count]) =>
        Object.keys(count.needless).map((path) => `${name}().${path}`),
      ),
    )
    expect(needless).toEqual([])
  })

  it('renders only for what it returns', async () => {
    const page = await visit()
    // Balances are read again every few seconds, and each reading may render a hook.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await rest(page)
    const before = await rendersOf(page)
    await page.evaluate(() => {
      const { store } = window.harness.appKit.kit
      for (let turn = 0; turn < 5; turn++) {
        store.send({ type: 'notice/raised', notice: { code: 'addressCopied', variant: 'success', autoClose: true } })
        store.send({ type: 'notice/expired' })
      }
    })
    await rest(page)
    const after = await rendersOf(page)
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([])
  })
})
