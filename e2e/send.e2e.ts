import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import type { RemoteWallet } from '@billfold/testkit/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { closed, connect, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const recipient = '0x1111111111111111111111111111111111111112'

async function openSend(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').waitFor()
}

/** Waits until the page shows this end of the transfer. */
async function settledAs(page: Page, status: string): Promise<void> {
  await page.locator(`[data-testid="send-transfer"][data-status="${status}"]`).waitFor(soon)
}

const balanceOf = async (owner: string): Promise<bigint> =>
  BigInt(await callNode<string>((await manifest()).chains[0]!.rpcUrl, 'eth_getBalance', [owner, 'latest']))

const rpc = async <T>(method: string, params: readonly unknown[]): Promise<T> =>
  callNode<T>((await manifest()).chains[0]!.rpcUrl, method, params)
const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')
const tokenBalance = async (token: string, owner: string): Promise<bigint> =>
  BigInt(await rpc<string>('eth_call', [{ to: token, data: `0x70a08231${word(owner)}` }, 'latest']))
const requested = async (wallet: RemoteWallet) =>
  (await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')

/** Fills in the form and opens the review. */
async function review(
  page: Page,
  { amount, to, token }: { amount: string; to: string; token?: { address: string; symbol: string } },
) {
  if (token) {
    await page.getByTestId('send-token-button').click()
    await page.getByTestId('send-select-token-search-input').fill(token.address)
    await page.getByTestId(`send-select-token-item-${token.symbol}`).click()
  }
  await page.getByTestId('send-amount-input').fill(amount)
  await page.getByTestId('send-recipient-input').fill(to)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-amount').waitFor()
}

test('coins arrive at their recipient, and the page knows when', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  await openSend(page)
  const before = await balanceOf(recipient)
  await page.getByTestId('send-amount-input').pressSequentially('1234.5')
  expect(await page.getByTestId('send-amount-input').inputValue()).toBe('1,234.5')
  await page.getByTestId('send-recipient-input').fill(recipient)
  await page.getByTestId('send-recipient-found').waitFor()
  await page.getByTestId('send-risks').getByText('sent to this address before').waitFor()
  await page.getByTestId('send-action-button').click()
  await page.getByTestId('send-preview-fee').waitFor()
  expect(await page.getByTestId('send-preview-to').getAttribute('data-value')).toBe(recipient)
  await page.getByTestId('send-preview-send').click()
  await settledAs(page, 'confirmed')
  expect((await balanceOf(recipient)) - before).toBe(1234_500_000_000_000_000_000n)
  const transfers = (await wallets[0]!.requests()).filter(({ method }) => method === 'eth_sendTransaction')
  expect(transfers).toHaveLength(1)
  expect(transfers[0]!.params).toMatchObject([{ to: recipient, data: '0x', chainId: '0x7a69' }])
})

test('sends tokens that return a result, that return none, and that take a shown fee', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  const { tokens } = (await manifest()).chains[0]!
  for (const kind of ['permit', 'noReturn', 'feeOnTransfer'] as const) {
    const token = tokens.find((one) => one.kind === kind)!
    const before = await tokenBalance(token.address, recipient)
    await openSend(page)
    await review(page, { amount: '12.5', to: recipient, token })
    await page.getByTestId('send-preview-fee').waitFor()
    const units = 125n * 10n ** BigInt(token.decimals - 1)
    const notice = (await page.getByTestId('send-arrives').count())
      ? await page.getByTestId('send-arrives').innerText()
      : ''
    await page.getByTestId('send-preview-send').click()
    await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').first().waitFor(soon)
    await expect.poll(() => tokenBalance(token.address, recipient), soon).toBeGreaterThan(before)
    const arrived = (await tokenBalance(token.address, recipient)) - before
    if (kind === 'feeOnTransfer') {
      expect(arrived).toBeLessThan(units)
      expect(notice.replace(/[\u2066-\u2069]/g, '')).toContain(
        `${Number(arrived) / 10 ** token.decimals} ${token.symbol} arrives`,
      )
    } else {
      expect(notice).toBe('')
      expect(arrived).toBe(units)
    }
    await page.getByTestId('w3m-header-close').click()
    await closed(page)
  }
})

test('sends nothing after a rejection, a contract’s revert, or a switch of the chain', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  await connect(page)
  const [wallet] = wallets
  const { chains } = await manifest()
  await openSend(page)
  await review(page, { amount: '1', to: recipient })
  await wallet!.rejectNext()
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-trouble"][data-trouble="declined"]').waitFor()
  expect(await page.getByTestId('send-trouble').innerText()).toContain('Nothing was sent')
  const refused = await requested(wallet!)
  await page.getByTestId('send-preview-cancel').click()

  await review(page, { amount: '1', to: chains[0]!.tokens.find(({ kind }) => kind === 'permit')!.address })
  await page.locator('[data-testid="send-trouble"][data-trouble="refusal"]').waitFor()
  expect(await page.getByTestId('send-preview-send').isDisabled()).toBe(true)
  await page.getByTestId('send-preview-cancel').click()

  await review(page, { amount: '1', to: recipient })
  await page.getByTestId('send-preview-fee').waitFor()
  await wallet!.switchChain(chains[1]!.id)
  await page.getByTestId('send-action-button').waitFor()
  await expect.poll(() => page.getByTestId('send-recipient-input').inputValue(), soon).toBe('')
  expect(await requested(wallet!)).toEqual(refused)
})

test('a transfer survives a reload, and so does one whose nonce another took', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  await openSend(page)
  await review(page, { amount: '0.25', to: recipient })
  await page.getByTestId('send-preview-send').click()
  await page.getByTestId('send-transfer').waitFor()
  await page.reload()
  await page.getByTestId('account-button').click()
  await settledAs(page, 'confirmed')
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('@billfold/transactions') ?? '[]')[0])
  const mined = await rpc<{ nonce: string; blockNumber: string }>('eth_getTransactionByHash', [stored.hash])
  const lost = {
    ...stored,
    hash: `0x${'ab'.repeat(32)}`,
    status: 'pending',
    trace: { nonce: Number(mined.nonce), block: `${Number(mined.blockNumber) - 1}` },
    call: { ...stored.call, value: '1' },
  }
  await page.evaluate((list) => localStorage.setItem('@billfold/transactions', JSON.stringify(list)), [lost])
  await page.reload()
  await page.getByTestId('account-button').click()
  await settledAs(page, 'replaced')
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('@billfold/transactions') ?? '[]')[0])
  await expect.poll(kept, soon).toMatchObject({ replacedBy: stored.hash })
})

/**
 * The scammers' trick: a transfer of zero from the victim's account, which every token allows, to a look-alike address.
 */
async function poisonHistory(victim: string, made: string): Promise<void> {
  const { id, rpcUrl, tokens } = (await manifest()).chains[0]!
  const swindler = createDevnetWallet({ chains: [{ id, rpcUrl }], solana: false })
  swindler.switchAccount(3)
  const [from] = (await swindler.provider.request({ method: 'eth_requestAccounts' })) as string[]
  const data = `0x23b872dd${word(victim)}${word(made)}${word('0')}`
  const to = tokens.find(({ kind }) => kind === 'permit')!.address
  await swindler.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, data }] })
}

/** The server's history of an account on the first chain, as text in lower case. */
async function historyOf(owner: string): Promise<string> {
  const query = new URLSearchParams({
    projectId: 'billfold-local',
    chainId: `eip155:${(await manifest()).chains[0]!.id}`,
  })
  const signal = AbortSignal.timeout(soon.timeout)
  const response = await fetch(`${stack.api}/v1/account/${owner}/history?${query}`, { signal })
  return (await response.text()).toLowerCase()
}

test('stops an address that poisons the history, by the device’s and the server’s history', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  const me = (await shownAddress(page))!
  const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const poison = `0x8617e3${'7'.repeat(28)}38070d`
  await openSend(page)
  await review(page, { amount: '0.1', to: friend })
  await page.getByTestId('send-preview-send').click()
  await settledAs(page, 'confirmed')
  await poisonHistory(me, poison)
  // The history follows the chain, and the form requests it once.
  await expect.poll(() => historyOf(me), soon).toContain(friend.toLowerCase())
  const nonce = await rpc('eth_getTransactionCount', [me, 'latest'])
  for (const isForgotten of [false, true]) {
    if (isForgotten)
      await page.evaluate(() => {
        for (const key of ['@billfold/transactions', '@billfold/address_book']) localStorage.removeItem(key)
      })
    await page.reload()
    await openSend(page)
    await page.getByTestId('send-amount-input').fill('5')
    await page.getByTestId('send-recipient-input').fill(poison)
    await page.getByTestId('send-stop').waitFor(soon)
    await page.getByTestId('send-stop').getByText('isn’t the address you know').waitFor()
    expect(await page.getByTestId('send-action-button').isDisabled()).toBe(true)
    await page.getByTestId('send-stop-known').click()
    const written = async () => (await page.getByTestId('send-recipient-input').inputValue()).toLowerCase()
    await expect.poll(written, soon).toBe(friend.toLowerCase())
  }
  expect(await rpc('eth_getTransactionCount', [me, 'latest'])).toBe(nonce)
})

test('resolves a name in an address field, and shows it with its address', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  const { names } = (await manifest()).chains[0]!
  const known = names[0]!
  await openSend(page)
  await page.getByTestId('send-amount-input').fill('0.01')
  await page.getByTestId('send-recipient-input').fill(known.name)
  await page.getByTestId('send-recipient-found').waitFor(soon)
  const shown = (await page.getByTestId('send-recipient-found').innerText()).replace(/\s/g, '')
  expect(shown.toLowerCase()).toContain(known.address.toLowerCase())
})
