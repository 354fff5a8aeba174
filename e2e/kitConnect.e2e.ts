import { expect } from 'vitest'
import { test } from './harness.ts'
import {
  choose,
  closed,
  connect,
  devnetWallet,
  dialog,
  hooksSay,
  manifest,
  shownAddress,
  soon,
  visitKit,
} from './visitKit.ts'

test('before the first click, requests only the site’s own files', async ({ open }) => {
  const requests: URL[] = []
  const { page } = await visitKit(open, {
    prepare: async (context) => void context.on('request', (request) => requests.push(new URL(request.url()))),
  })
  await page.getByTestId('connect-button').waitFor()
  // The dialog's own code has loaded too.
  await page.locator('body > [data-billfold-host]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const origin = new URL(page.url()).origin
  expect(requests.filter((url) => url.origin !== origin).map(String)).toEqual([])
  const paths = new Set(requests.map((url) => url.pathname.replace(/^\/assets\/.+/, '/assets')))
  // A browser without windows has no tab to show the icon on: its request would be to the site too.
  const icons = page.locator('link[rel*=icon]')
  expect(await icons.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))).toEqual([
    `${origin}/favicon.svg`,
  ])
  paths.delete('/favicon.svg')
  expect([...paths].sort()).toEqual(['/assets', '/config.json', '/playground'])

  requests.length = 0
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').getByText('50+').waitFor()
  expect(requests.some((url) => url.pathname === '/getWallets')).toBe(true)
})

test('gives the page the account while connected, and none afterwards', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const { accounts } = await manifest()
  const { address } = accounts[0]!
  await expect.poll(() => shownAddress(page), soon).toBe(address)
  await hooksSay(page, {
    'w3m-caip-address': `eip155:31337:${address}`,
    'w3m-chain-id': '31337',
    'wallet-name': 'Devnet Wallet',
    'modal-state': 'closed, eip155',
    families: 'EVM connected, Solana disconnected',
  })
  await page.getByTestId('account-button').click()
  await dialog(page, 'Account').getByText(/ETH/).first().waitFor()
  await page.getByTestId('disconnect-button').click()
  await closed(page)
  await page.getByTestId('connect-button').waitFor()
  await expect.poll(() => shownAddress(page), soon).toBe(null)
  // The page disconnects at once; the wallet responds in its own time.
  const last = async () => (await wallets[0]!.requests()).at(-1)
  await expect.poll(last, soon).toMatchObject({ method: 'wallet_revokePermissions', status: 'answered' })
  await page.reload()
  await hooksSay(page, { families: 'EVM disconnected' })
})

test('a reload reconnects without a prompt', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  const [wallet] = wallets
  await connect(page)
  const before = await shownAddress(page)
  // From here on the wallet rejects every prompt: so there must be none.
  await wallet!.reject()
  await page.reload()
  await page.getByTestId('account-button').waitFor()
  await expect.poll(() => shownAddress(page), soon).toBe(before)
  const methods = new Set((await wallet!.requests()).map(({ method }) => method))
  // The balance comes from the wallet too, now or a moment later, without a prompt.
  methods.delete('eth_getBalance')
  expect([...methods].sort()).toEqual(['eth_accounts', 'eth_chainId'])
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
})

test('shows a rejection in words, and connects on the second try', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await wallets[0]!.rejectNext()
  await choose(page)
  await page.getByText('Connection declined').waitFor()
  await page.getByText('You rejected the request. Nothing was shared.').waitFor()
  await hooksSay(page, { families: 'EVM disconnected' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
})

test('a locked wallet can be waited for, left, and found again when unlocked', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  const wallet = wallets[0]!
  await wallet.lock()
  await choose(page)
  await page.getByText('Continue in Devnet Wallet').waitFor()
  await expect.poll(() => wallet.pending(), soon).toMatchObject([{ kind: 'unlock' }])
  await wallet.unlock()
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  const address = await shownAddress(page)

  await wallet.lock()
  await page.getByTestId('connect-button').waitFor()
  await wallet.unlock()
  await page.getByTestId('account-button').waitFor()
  await expect.poll(() => shownAddress(page), soon).toBe(address)

  // Locked over a reload: the page is ready at once, without it.
  await wallet.lock()
  await page.reload()
  await page.getByTestId('connect-button').getByText('Connect wallet').waitFor()
  await wallet.unlock()
  await page.getByTestId('account-button').waitFor()
})

test('lets visitors leave a silent wallet, and ignores a late approval', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  const wallet = wallets[0]!
  await wallet.stall()
  await choose(page)
  await page.getByText('Continue in Devnet Wallet').waitFor()
  await expect.poll(() => wallet.pending(), soon).toHaveLength(1)
  await page.getByRole('button', { name: 'Use another wallet' }).click()
  await dialog(page, 'Connect wallet').waitFor()
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
  await page.getByTestId('connect-button').getByText('Connect wallet').waitFor()
  await wallet.approveNext()
  await expect.poll(() => wallet.pending(), soon).toHaveLength(0)
  await hooksSay(page, { families: 'EVM disconnected' })
  await page.getByTestId('connect-button').click()
  await dialog(page, 'Connect wallet').waitFor()
})

test('does not wait for a sleeping wallet, and reconnects it when it wakes up', async ({ open }) => {
  const sleepMs = 86_400_000
  const { page } = await visitKit(open, {
    wallets: [{ name: 'Sleepy', rdns: 'org.sleepy', announceDelayMs: sleepMs }],
    // The test wakes it up, so that no clock decides who was faster.
    prepare: (context) =>
      context.addInitScript((forever) => {
        const wait = globalThis.setTimeout
        const hold = (run: () => void, ms?: number) =>
          ms === forever ? Object.assign(globalThis, { wake: run }) : wait(run, ms)
        Object.assign(globalThis, { setTimeout: hold })
      }, sleepMs),
  })
  const wake = () => page.evaluate(() => (globalThis as unknown as { wake: () => void }).wake())
  await page.getByTestId('connect-button').click()
  await page.getByTestId(devnetWallet).waitFor()
  expect(await page.getByTestId('wallet-selector-org.sleepy').count()).toBe(0)
  await wake()
  await page.getByTestId('wallet-selector-org.sleepy').click()
  await page.getByTestId('account-button').waitFor()
  await closed(page)

  await page.reload()
  // While it sleeps the page is usable.
  await page.getByTestId('connect-button').waitFor()
  await page.getByTestId('w3m-open-hook-button').click()
  await dialog(page, 'Connect wallet').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await hooksSay(page, { 'w3m-address': 'none yet' })
  await wake()
  await page.getByTestId('account-button').waitFor()
  await hooksSay(page, { 'wallet-name': 'Sleepy' })
})
