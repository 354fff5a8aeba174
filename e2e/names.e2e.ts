import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { callNode } from './callNode.ts'
import { test } from './harness.ts'
import { stack } from './stack.ts'
import { choose, closed, hooksSay, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const rpc = async <T>(method: string, params: readonly unknown[]): Promise<T> =>
  callNode<T>((await manifest()).chains[0]!.rpcUrl, method, params)

/** A person with money and without a name. */
async function somebody() {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await rpc('hardhat_setBalance', [account.address, '0x8ac7230489e80000'])
  return { key, ...account }
}

/** Registers a name as any client does. */
async function register(name: string): Promise<void> {
  const { address, signMessage } = await somebody()
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const body = { coin_type: 60, address, message, signature: await signMessage({ message }) }
  const response = await fetch(`${stack.api}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

const says = (page: Page, words: string) => page.getByTestId('name-said').getByText(words).waitFor(soon)

test('types, takes, chooses, registers and shows a name, and another page pays to it, on Solana too', async ({
  open,
}) => {
  const label = `e2e-${Date.now().toString(36)}`
  const [ada, bo] = await Promise.all([somebody(), somebody(), register(`${label}.billfold.eth`)])
  // No one else may have used this chain yet: its last block is then as old as its first, and a resolver follows that
  // time.
  await rpc('evm_mine', [])
  const { id, rpcUrl } = (await manifest()).solana!
  const chain = `solana:${id}` as const
  const solana = { solana: { chains: [chain], rpcUrls: { [chain]: rpcUrl } } }

  const { page, wallets } = await visitKit(open, { wallets: [{ accounts: [ada.key], ...solana }] })
  await choose(page)
  await page.getByTestId('wui-list-chain-solana').click()
  await hooksSay(page, { families: 'EVM disconnected, Solana connected' })
  await closed(page)
  const phantom = (await shownAddress(page))!
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-network-switch-Billfold Local 1').click()
  await page.getByTestId('w3m-switch-active-chain-button').click()
  await page.getByRole('button', { name: /^Devnet Wallet/ }).click()
  await hooksSay(page, { families: 'EVM connected, Solana connected' })
  await closed(page)
  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-profile-button').click()
  await page.getByTestId('account-choose-name-button').click()
  const field = page.getByTestId('wui-ens-input')
  await field.fill('no name!')
  await says(page, 'Can only contain')
  await field.fill(label)
  await says(page, 'Someone else has this name')
  expect(await page.getByTestId('name-register').isDisabled()).toBe(true)
  const offered = page.getByTestId('account-name-suggestion').first()
  const name = await offered.locator('.row-title').innerText()
  await offered.click()
  await says(page, 'yours if you register')

  await wallets[0]!.rejectNext()
  await page.getByTestId('name-register').click()
  await says(page, 'You rejected the request')
  await page.getByTestId('name-register').click()
  await page.getByTestId('name-registered').getByText(name).waitFor(soon)
  await page.getByTestId('name-go').click()
  await page.locator('.account-name').getByText(name).waitFor(soon)
  await page.getByTestId('account-button').getByText(name).waitFor(soon)
  expect(await rpc<string>('eth_getTransactionCount', [ada.address, 'latest'])).toBe('0x0')

  // The name resolves to the Solana account too, once both have signed.
  await page.getByTestId('w3m-profile-button').click()
  await page.getByTestId('account-choose-name-button').click()
  await page.getByTestId('name-address-do-add-501').click()
  await page.getByTestId('name-address-remove-501').waitFor(soon)
  const methods = (await wallets[0]!.requests()).map(({ method }) => method).filter((method) => /sign/i.test(method))
  expect(methods.slice(-2)).toEqual(['solana:signMessage', 'personal_sign'])

  const { page: other } = await visitKit(open, { wallets: [{ accounts: [bo.key], ...solana }] })
  await choose(other)
  await other.getByTestId('wui-list-chain-eip155').click()
  await closed(other)
  await other.getByTestId('account-button').click()
  await other.getByTestId('wallet-features-send-button').click()
  await other.getByTestId('send-amount-input').fill('1')
  await other.getByTestId('send-recipient-input').fill(name)
  await other.getByTestId('send-recipient-found').getByText(name).waitFor(soon)
  await other.locator('[data-testid="send-action-button"][data-label="preview"]').click()
  await other.getByTestId('send-preview-fee').waitFor(soon)
  expect(await other.getByTestId('send-preview-to').getAttribute('data-value')).toBe(ada.address)
  await other.getByTestId('send-preview-send').click()
  await other.locator('[data-testid="send-transfer"][data-status="confirmed"]').waitFor(soon)
  expect(BigInt(await rpc<string>('eth_getBalance', [ada.address, 'latest']))).toBe(11n * 10n ** 18n)

  await other.getByTestId('w3m-header-close').click()
  await closed(other)
  await other.getByTestId('w3m-network-button').click()
  await other.getByTestId('w3m-network-switch-Billfold Local Solana').click()
  await other.getByTestId('w3m-switch-active-chain-button').click()
  await other.getByRole('button', { name: /^Devnet Wallet/ }).click()
  await hooksSay(other, { families: 'EVM connected, Solana connected' })
  await closed(other)
  await other.getByTestId('account-button').click()
  await other.getByTestId('wallet-features-send-button').click()
  await other.getByTestId('send-amount-input').fill('0.5')
  await other.getByTestId('send-recipient-input').fill(name)
  await expect
    .poll(async () => (await other.getByTestId('send-recipient-found').innerText()).replace(/\s/g, ''), soon)
    .toBe(`${name}${phantom}`)
  await other.getByTestId('send-recipient-input').fill('nobody-has-it.billfold.eth')
  await other.getByTestId('send-recipient-problem').getByText('address found for this name').waitFor(soon)
})
