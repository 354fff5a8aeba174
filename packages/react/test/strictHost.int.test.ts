import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageServer, servePage } from './servePage.ts'
import { type Harness, startHarness } from './startHarness.ts'

let api: PageServer
let rpc: PageServer
let harness: Harness
let folder: string

/** The documented policy for sites, with the hosts of this test. */
async function documentedPolicy(): Promise<string> {
  const text = await readFile(new URL('../../../docs/guides/csp.md', import.meta.url), 'utf8')
  const [, policy] = /```http\nContent-Security-Policy: ([^`]+)```/.exec(text) ?? []
  if (!policy) throw new Error('docs/guides/csp.md gives no policy')
  return policy
    .replace(/\s+/g, ' ')
    .replaceAll('https://api.example.com', api.url)
    .replaceAll('https://rpc.example.com', rpc.url)
    .trim()
}

beforeAll(async () => {
  // Each serves only the kit's own requests.
  folder = await mkdtemp(join(tmpdir(), 'billfold-empty-'))
  ;[api, rpc] = await Promise.all([servePage(folder), servePage(folder)])
  harness = await startHarness({ policy: await documentedPolicy(), origins: [api.url, rpc.url] })
})
afterAll(async () => {
  await harness?.stop()
  await Promise.all([api?.close(), rpc?.close()])
  await rm(folder, { recursive: true, force: true })
})

it('lives on a page with a policy of its own that names only its own origins and the kit’s servers', async () => {
  rpc.balance.wei = 1_500_000_000_000_000_000n
  const options = { apiUrl: api.url, customRpcUrls: { 'eip155:31337': [`${rpc.url}/rpc/31337`] } }
  const { page, problems } = await harness.open({ options })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  const picture = page.getByTestId('wallet-search-item-wallet-0').locator('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toContain(api.url)
  await page.getByTestId('header-back').click()
  // The wallet cannot say, so the kit queries the chain.
  await page.evaluate(() => {
    for (let time = 0; time < 10; time++) window.harness.wallet?.failNext(-32603, 'Not today', 'eth_getBalance')
  })
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').getByText('1.5').waitFor()
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-network-switch-Harbour').click()
  await page.getByTestId('w3m-network-button').getByText('Harbour').waitFor()
  expect(problems).toEqual([])
})

it('is refused what the policy does not name', async () => {
  const { page, problems } = await harness.open({ options: { apiUrl: 'http://127.0.0.1:9' } })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  await expect.poll(() => problems.join()).toMatch(/Content Security Policy/)
  // On a developer's own page the modal reports it too, with a hint.
  const bar = page.getByRole('alert')
  await bar.getByText('Invalid App Configuration').waitFor()
  expect(await bar.innerText()).toContain('http://127.0.0.1:9 could not be reached: check that it runs')
})
