import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { type Open, test } from './harness.ts'
import { choose, closed, hooksSay, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

/** The chain of the run; it is a process of its own and may start after the page. */
async function solanaChain() {
  const { solana } = await manifest()
  if (!solana) throw new Error('The local network has no Solana chain')
  await expect.poll(() => callNode(solana.rpcUrl, 'getHealth', []).catch(() => ''), soon).toBe('ok')
  return solana
}

const ask = async <T>(method: string, ...params: unknown[]): Promise<T> =>
  callNode<T>((await manifest()).solana!.rpcUrl, method, params)
const confirmed = { commitment: 'confirmed' }
const coinsOf = async (owner: string): Promise<number> =>
  (await ask<{ value: number }>('getBalance', owner, confirmed)).value
const tokensOf = async (owner: string, mint: string): Promise<string> => {
  const { value } = await ask<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>('getTokenAccountsByOwner', owner, { mint }, { ...confirmed, encoding: 'jsonParsed' })
  return value[0]?.account.data.parsed.info.tokenAmount.amount ?? '0'
}

/** A page connected on Solana, with a wallet that sends as configured; each journey has an account of its own. */
async function visitSolana(open: Open, account: number) {
  const { id, rpcUrl } = await solanaChain()
  const chain = `solana:${id}` as const
  const { page, wallets } = await visitKit(open, {
    wallets: [{ solana: { chains: [chain], rpcUrls: { [chain]: rpcUrl } } }],
  })
  await wallets[0]!.switchAccount(account)
  await choose(page)
  await page.getByTestId('wui-list-chain-solana').click()
  await hooksSay(page, { families: 'EVM disconnected, Solana connected' })
  await closed(page)
  return { page, wallet: wallets[0]!, me: (await shownAddress(page))! }
}

async function review(page: Page, { amount, to, token }: { amount: string; to: string; token?: string }) {
  await page.getByTestId('wallet-features-send-button').click()
  if (token) {
    await page.getByTestId('send-token-button').click()
    await page.getByTestId(`send-select-token-item-${token}`).click()
  }
  await page.getByTestId('send-amount-input').fill(amount)
  await page.getByTestId('send-recipient-input').fill(to)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await page.getByTestId('send-preview-amount').waitFor()
}

/** An unused address. */
const fresh = (): string => encodeBase58(randomBytes(32))

/** Whether an account signed a text, according to OpenSSL. */
function isSignedBy(address: string, text: string, signature: string): boolean {
  const x = Buffer.from(decodeBase58(address)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, decodeBase58(signature))
}

test('on Solana: connect, see, sign, send, follow over a reload, and disconnect', async ({ open }) => {
  const { page, wallet, me } = await visitSolana(open, 4)
  const to = fresh()

  const solana = page.getByTestId('solana-test-interactions')
  await solana.getByLabel('Message').fill('Grüße, 世界 ✓')
  await solana.getByTestId('sign-message-button').click()
  const signature = await solana.getByTestId('w3m-signature').innerText()
  expect(isSignedBy(me, 'Grüße, 世界 ✓', signature)).toBe(true)
  expect(isSignedBy(me, 'Grüße, 世界', signature)).toBe(false)

  await page.getByTestId('account-button').click()
  await page.getByTestId('token-SOL').getByText('1,000', { exact: true }).waitFor(soon)
  await page.getByTestId('token-SOL').getByText('$150,000.00').waitFor()
  await page.getByTestId('token-USDC').getByText('1,000', { exact: true }).waitFor()
  await page.getByTestId('token-TICK').getByText('No price').waitFor()

  const reference = fresh()
  await review(page, { amount: '9', to: `solana:${to}?amount=1.5&reference=${reference}&memo=Order%2020931` })
  await page.getByTestId('send-preview-amount').getByText('1.5').waitFor()
  expect(await page.getByTestId('send-preview-memo').innerText()).toBe('Order 20931')
  await page.getByTestId('send-preview-fee').waitFor(soon)
  expect(await page.getByTestId('send-preview-to').getAttribute('data-value')).toBe(to)
  await wallet.rejectNext()
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-trouble"][data-trouble="declined"]').waitFor()
  expect(await coinsOf(to)).toBe(0)
  await page.getByTestId('send-preview-send').click()
  await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
  expect(await coinsOf(to)).toBe(1_500_000_000)
  const signatures = await ask<{ memo: string }[]>('getSignaturesForAddress', reference, confirmed)
  expect(signatures).toMatchObject([{ memo: '[11] Order 20931' }])

  await page.reload()
  await hooksSay(page, { families: 'EVM disconnected, Solana connected' })
  await page.getByTestId('account-button').click()
  // Collectibles are unsupported here, so there is no tab for them.
  expect(await page.getByTestId('tab-nfts').count()).toBe(0)
  await page.getByTestId('tab-activity').click()
  await page.getByTestId('activity-row').first().getByText('Sent').waitFor(soon)
  await page.getByTestId('activity-row').first().getByText('1.5').waitFor()
  await page.getByTestId('disconnect-button').click()
  await hooksSay(page, { families: 'EVM disconnected, Solana disconnected' })
})

test('on Solana: tokens reach a new owner, a token shows its fee, and a transfer that the chain rejects is not sent', async ({
  open,
}) => {
  const { page, wallet } = await visitSolana(open, 5)
  const { tokens } = await solanaChain()
  const to = fresh()
  await page.getByTestId('account-button').click()
  for (const [symbol, arrives] of [
    ['USDC', '12500000'],
    ['TAX', '12375000'],
  ] as const) {
    await page.getByTestId(`token-${symbol}`).waitFor(soon)
    await review(page, { amount: '12.5', to, token: symbol })
    await page.getByTestId('send-preview-fee').waitFor(soon)
    if (symbol === 'TAX') await page.getByTestId('send-arrives').getByText('12.375').waitFor()
    await page.getByTestId('send-preview-send').click()
    const { address } = tokens.find((token) => token.symbol === symbol)!
    await expect.poll(() => tokensOf(to, address), soon).toBe(arrives)
    await page.locator('[data-testid="send-transfer"][data-status="confirmed"]').first().waitFor(soon)
  }
  const promptCount = async () =>
    (await wallet.requests()).filter(({ method }) => /signTransaction/.test(method)).length
  const before = await promptCount()
  const frozen = tokens.find(({ symbol }) => symbol === 'USDC')!.frozenOwners[0]!
  const sentence = async (given: Parameters<typeof review>[1]) => {
    await review(page, given)
    const trouble = page.locator('[data-testid="send-trouble"][data-trouble="refusal"]')
    await trouble.waitFor(soon)
    const reason = await trouble.innerText()
    expect(await page.getByTestId('send-preview-send').isDisabled()).toBe(true)
    await page.getByTestId('send-preview-cancel').click()
    await page.getByTestId('header-back').click()
    return reason.replace(/[\u2066-\u2069]/g, '')
  }
  expect(await sentence({ amount: '1', to: frozen, token: 'USDC' })).toContain('frozen')
  expect(await sentence({ amount: '0.0001', to: fresh(), token: 'SOL' })).toContain('must hold at least 0.00089088 SOL')
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-recipient-input').fill('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
  await page.locator('[data-testid="send-action-button"][data-label="invalidAddress"]').waitFor()
  await page.getByTestId('send-recipient-input').fill('billfold.sol')
  await page.getByTestId('send-recipient-found').getByText('billfold.sol').waitFor(soon)
  expect(await promptCount()).toBe(before)
})
