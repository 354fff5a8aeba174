import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bitcoinSigner } from './bitcoinSigner.ts'
import { type Open, type OpenOptions, test } from './harness.ts'
import { choose, closed, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

/** The chain of the run; it is a process of its own and may start after the page. */
async function bitcoinChain() {
  const { bitcoin } = await manifest()
  if (!bitcoin) throw new Error('The local network has no Bitcoin chain')
  const health = () =>
    fetch(`${bitcoin.esploraUrl}/health`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(health, soon).toBe(200)
  return bitcoin
}

const get = async <T>(path: string): Promise<T> =>
  (await fetch(`${(await bitcoinChain()).esploraUrl}${path}`)).json() as Promise<T>
type Coin = { txid: string; value: number }
const coinsOf = (address: string) => get<Coin[]>(`/address/${address}/utxo`)
const sum = (coins: readonly Coin[]) => coins.reduce((all, { value }) => all + value, 0)

/** A page connected on Bitcoin, with a wallet that signs as configured; each journey has an account of its own. */
async function visitBitcoin(open: Open, account: number, options: OpenOptions = {}) {
  const { id, esploraUrl } = await bitcoinChain()
  const { page, wallets } = await visitKit(open, {
    ...options,
    wallets: [{ bitcoin: { chain: `bip122:${id}`, esploraUrl } }],
  })
  await wallets[0]!.switchAccount(account)
  await choose(page)
  await page.getByTestId('wui-list-chain-bip122').click()
  await page.getByTestId('account-button').waitFor(soon)
  await closed(page)
  return { page, wallet: wallets[0]!, me: (await shownAddress(page))! }
}

async function review(page: Page, amount: string, to: string) {
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill(amount)
  await page.getByTestId('send-recipient-input').fill(to)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-amount').waitFor()
}

test('on Bitcoin: connect, see, sign, send, follow over a reload, and disconnect', async ({ open }) => {
  const { page, wallet, me } = await visitBitcoin(open, 4)
  const { accounts } = await bitcoinChain()
  const to = accounts[5]!.address
  expect(me).toBe(accounts[4]!.address)
  const before = sum(await coinsOf(to))

  const bitcoin = page.getByTestId('bip122-test-interactions')
  await bitcoin.getByLabel('Message').fill('Grüße, 世界 ✓')
  await bitcoin.getByTestId('sign-message-button').click()
  const signature = await bitcoin.getByTestId('w3m-signature').innerText()
  expect(await bitcoinSigner('Grüße, 世界 ✓', signature)).toBe(me)
  expect(await bitcoinSigner('Grüße, 世界', signature)).not.toBe(me)

  await page.getByTestId('account-button').click()
  await page.getByTestId('token-BTC').getByText('12.5', { exact: true }).waitFor(soon)
  await page.getByTestId('token-BTC').getByText('$1,125,000.49').waitFor()

  await review(page, '1.5', to)
  await page.getByTestId('send-preview-fee').waitFor(soon)
  expect(await page.getByTestId('send-preview-to').getAttribute('data-value')).toBe(to)
  await wallet.rejectNext()
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-trouble"][data-trouble="declined"]').waitFor()
  expect(sum(await coinsOf(to))).toBe(before)
  await page.getByTestId('send-preview-send').click()
  await expect.poll(async () => sum(await coinsOf(to)), soon).toBe(before + 150_000_000)

  await page.reload()
  await page.getByTestId('account-button').waitFor(soon)
  await page.getByTestId('account-button').click()
  await page.getByTestId('tab-activity').click()
  await page.getByTestId('activity-row').first().getByText('Sent').waitFor(soon)
  await page.getByTestId('activity-row').first().getByText('1.5').waitFor()
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor()
  // The coin that may be an inscription stays untouched.
  expect((await coinsOf(me)).map(({ value }) => value)).toContain(546)
})

test('on Bitcoin a pending payment is sped up, and only the more expensive one is mined', async ({ open }) => {
  // The node no longer knows the replaced payment.
  const { page, me } = await visitBitcoin(open, 8, { allow: [/status of 404/] })
  const { accounts, esploraUrl } = await bitcoinChain()
  const to = accounts[9]!.address
  const before = sum(await coinsOf(to))
  const blocks = (settings: object) =>
    fetch(`${esploraUrl}/devnet/blocks`, { method: 'POST', body: JSON.stringify(settings) })
  const waiting = async () =>
    (await get<{ txid: string; fee: number }[]>(`/address/${me}/txs/mempool`)).map(({ txid, fee }) => ({ txid, fee }))
  await blocks({ every: 0 })
  try {
    await page.getByTestId('account-button').click()
    await page.getByTestId('token-BTC').waitFor(soon)
    await review(page, '0.75', to)
    await page.getByTestId('send-preview-send').click()
    await expect.poll(async () => (await waiting()).length, soon).toBe(1)
    const [first] = await waiting()
    await page.getByTestId('send-transfer').first().click()
    await page.getByTestId('send-faster').click()
    await page.getByTestId('send-faster-pay').click()
    await expect.poll(async () => (await waiting())[0]?.txid, soon).not.toBe(first!.txid)
    const [second, ...others] = await waiting()
    expect(others).toEqual([])
    expect(second!.fee).toBeGreaterThan(first!.fee)
    await page.locator('[data-testid="send-status"][data-status="pending"]').waitFor()
    await blocks({ mine: 1 })
    await page.locator('[data-testid="send-status"][data-status="confirmed"]').waitFor(soon)
    expect(sum(await coinsOf(to))).toBe(before + 75_000_000)
  } finally {
    await blocks({ every: 5 })
  }
})

test('on Bitcoin reports an impossible payment before the wallet prompt', async ({ open }) => {
  const { page, wallet } = await visitBitcoin(open, 6)
  const { accounts } = await bitcoinChain()
  const to = accounts[7]!.address
  await page.getByTestId('account-button').click()
  await page.getByTestId('token-BTC').waitFor(soon)
  await review(page, '0.00000293', to)
  const trouble = page.locator('[data-testid="send-trouble"][data-trouble="refusal"]')
  await trouble.waitFor(soon)
  expect((await trouble.innerText()).replace(/[\u2066-\u2069]/g, '')).toContain(
    'Less than 0.00000294 BTC can’t be sent here',
  )
  expect(await page.getByTestId('send-preview-send').isDisabled()).toBe(true)
  await page.getByTestId('send-preview-cancel').click()
  const typed = page.getByTestId('send-recipient-input')
  for (const other of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F']) {
    await typed.fill(other)
    await page.locator('[data-testid="send-action-button"]:not([data-label="preview"])').waitFor()
    expect(await page.locator('[data-testid="send-action-button"]').isDisabled()).toBe(true)
  }
  expect((await wallet.requests()).filter(({ method }) => /signTransaction/.test(method))).toEqual([])
})
