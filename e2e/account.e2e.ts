import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Open, test } from './harness.ts'
import { connect, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')
/** Enough for a poll of the page, an index that follows, and a busy machine. */
const patient = { timeout: 40_000 }

/** Opens the page as an account that no other journey uses, and the account's view. */
async function visitAs(open: Open, account: number): Promise<{ page: Page; me: string }> {
  // One of the journeys goes offline on purpose.
  const { page, wallets } = await visitKit(open, { allow: [/ERR_INTERNET_DISCONNECTED/] })
  await wallets[0]!.switchAccount(account)
  await connect(page)
  const me = (await shownAddress(page))!
  await page.getByTestId('account-button').click()
  await page.getByTestId('account-total').waitFor(soon)
  return { page, me }
}

/** Another person, with a wallet of their own. */
async function stranger(account: number) {
  const { id, rpcUrl, tokens } = (await manifest()).chains[0]!
  const wallet = createDevnetWallet({ chains: [{ id, rpcUrl }], solana: false })
  wallet.switchAccount(account)
  const [from] = (await wallet.provider.request({ method: 'eth_requestAccounts' })) as string[]
  const send = (call: { to: string; value?: string; data?: string }) =>
    wallet.provider.request({ method: 'eth_sendTransaction', params: [{ from, ...call }] })
  return { send, permitToken: tokens.find(({ kind }) => kind === 'permit')! }
}

const amountOf = async (page: Page, symbol: string) =>
  Number((await page.getByTestId(`token-${symbol}`).locator('.amount-number').innerText()).replace(/[^\d.]/g, ''))

test('shows money from the faucet as it arrives, and updates a page that was offline', async ({ open }) => {
  const { page, me } = await visitAs(open, 6)
  const before = await amountOf(page, 'ETH')
  await page.context().setOffline(true)
  const { faucetUrl, chains } = await manifest()
  const body = JSON.stringify({ address: me, chainId: chains[0]!.id })
  expect((await fetch(faucetUrl, { method: 'POST', body, signal: AbortSignal.timeout(patient.timeout) })).status).toBe(
    200,
  )
  // The known amounts stay on the screen while offline.
  expect(await amountOf(page, 'ETH')).toBe(before)
  await page.context().setOffline(false)
  // Large amounts have fewer digits: the account's earlier spending does not matter here.
  await expect.poll(async () => Math.round(await amountOf(page, 'ETH')), patient).toBe(Math.round(before + 10))
  await page.getByTestId('tab-activity').click()
  await page.getByTestId('activity-row').first().waitFor(patient)
  await page.getByTestId('activity-row').first().getByText('Received').waitFor()
})

test('shows activity in pages, and bait apart without links or copy buttons', async ({ open }) => {
  const { page, me } = await visitAs(open, 7)
  const { send, permitToken } = await stranger(8)
  for (let sent = 0; sent < 53; sent++) await send({ to: me, value: '0x1' })
  // The scammers' trick: every token lets anyone move zero out of anyone's account.
  await send({ to: permitToken.address, data: `0x23b872dd${word(me)}${word(`0x${'7'.repeat(40)}`)}${word('0')}` })
  await page.getByTestId('tab-activity').click()
  const rows = page.getByTestId('activity-row')
  await expect.poll(() => rows.count(), patient).toBeGreaterThan(40)
  await page.getByTestId('suspicious').waitFor(patient)
  await page.getByTestId('activity-more').click()
  await expect.poll(() => rows.count(), patient).toBeGreaterThan(50)
  await page.getByTestId('suspicious-toggle').click()
  expect(await page.getByTestId('suspicious').locator('a, input, [data-testid*=copy]').count()).toBe(0)
  expect(await page.getByTestId('suspicious').innerText()).not.toContain('7777')
})
