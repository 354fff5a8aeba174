import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { closed, connect, dialog, hooksSay, manifest, playground, shownAddress, soon, visitKit } from './visitKit.ts'

const both = { solana: {} }

/** Switches to a network of a family in which no wallet is connected yet. */
async function goTo(page: Page, network: string): Promise<void> {
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId(`w3m-network-switch-${network}`).click()
  await page.getByTestId('w3m-switch-active-chain-button').click()
  await dialog(page, 'Connect wallet').waitFor()
}
/** Switches back to a network of a connected family. */
async function switchBackTo(page: Page, namespace: string, network: string): Promise<void> {
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId(`w3m-network-switch-${network}`).click()
  await hooksSay(page, { 'modal-state': `open, ${namespace}` })
  await page.getByTestId('w3m-header-close').click()
  await closed(page)
}
const goToSolana = (page: Page) => goTo(page, 'Billfold Local Solana')

test('one wallet of four families has one row, and a connection for each chosen family, one of which disconnects', async ({
  open,
}) => {
  const { bitcoin, polkadot } = await manifest()
  const { page, wallets } = await visitKit(open, {
    wallets: [
      { ...both, bitcoin: { chain: `bip122:${bitcoin!.id}` }, polkadot: { chain: `polkadot:${polkadot!.id}` } },
    ],
  })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').getByText('multichain').waitFor()
  expect(await page.getByRole('button', { name: /^Devnet Wallet/ }).count()).toBe(1)
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await dialog(page, 'Select chain').waitFor()
  for (const family of ['solana', 'bip122', 'polkadot']) await page.getByTestId(`wui-list-chain-${family}`).waitFor()
  await page.getByTestId('wui-list-chain-eip155').click()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected', 'w3m-address': /^0x/ })
  const connects = async () =>
    (await wallets[0]!.requests()).map(({ method }) => method).filter((each) => /connect|enable|eth_req/i.test(each))
  expect(await connects()).toEqual(['eth_requestAccounts'])
  await closed(page)
  const evm = await shownAddress(page)

  await goToSolana(page)
  await page.getByRole('button', { name: /^Devnet Wallet/ }).click()
  await hooksSay(page, { families: 'EVM connected, Solana connected', 'w3m-caip-address': /^solana:localnet:/ })
  await closed(page)
  expect(await connects()).toEqual(['eth_requestAccounts', 'standard:connect'])

  // A reload restores both, without a prompt.
  await wallets[0]!.reject()
  await page.reload()
  await hooksSay(page, { families: 'EVM connected, Solana connected' })
  await page.getByTestId('account-button').click()
  // The account's balance is above the button.
  await page.getByText('Local Dollar').waitFor()
  await page.getByTestId('disconnect-button').click()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected' })
  await closed(page)
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-network-switch-Billfold Local 1').click()
  await expect.poll(() => shownAddress(page), soon).toBe(evm)
})

test('four wallets of four families each connect, sign, send, survive a reload and disconnect', async ({ open }) => {
  const { solana, bitcoin, polkadot, mnemonic } = await manifest()
  const esplora = bitcoin!.esploraUrl
  const heldBy = async (address: string) => {
    const coins = (await (await fetch(`${esplora}/address/${address}/utxo`)).json()) as { value: number }[]
    return coins.reduce((all, { value }) => all + value, 0)
  }
  const { page, wallets } = await visitKit(open, {
    wallets: [
      {},
      { ...both, name: 'Reef', rdns: 'org.reef' },
      { bitcoin: { chain: `bip122:${bitcoin!.id}`, esploraUrl: esplora }, name: 'Quarry', rdns: 'org.quarry' },
      { polkadot: { chain: `polkadot:${polkadot!.id}`, mnemonic }, name: 'Meadow', rdns: 'org.meadow' },
    ],
  })
  await connect(page)
  const families = [
    { namespace: 'eip155', network: 'Billfold Local 1', wallet: 'Devnet Wallet', signs: 'personal_sign' },
    { namespace: 'solana', network: solana!.name, wallet: 'Reef', signs: 'solana:signMessage' },
    { namespace: 'bip122', network: bitcoin!.name, wallet: 'Quarry', signs: 'bitcoin:signMessage' },
    { namespace: 'polkadot', network: polkadot!.name, wallet: 'Meadow', signs: 'polkadot:signRaw' },
  ]
  const addresses = [await shownAddress(page)]
  for (const { namespace, network, wallet } of families.slice(1)) {
    await goTo(page, network)
    await page.getByRole('button', { name: new RegExp(`^${wallet}`) }).click()
    await hooksSay(page, { 'w3m-caip-address': new RegExp(`^${namespace}:`), 'wallet-name': wallet })
    await closed(page)
    addresses.push(await shownAddress(page))
  }
  const all = 'EVM connected, Solana connected, Bitcoin connected, Polkadot connected'
  await hooksSay(page, { families: all })

  for (const [at, { namespace, network, wallet, signs }] of families.entries()) {
    await switchBackTo(page, namespace, network)
    await hooksSay(page, { 'wallet-name': wallet })
    expect(await shownAddress(page)).toBe(addresses[at])
    const card = page.getByTestId(`${namespace}-test-interactions`)
    await card.getByTestId('sign-message-button').click()
    await card.getByTestId('w3m-signature').waitFor()
    const signed = (await wallets[at]!.requests()).map(({ method }) => method).filter((each) => /sign/i.test(each))
    expect(signed).toEqual([signs])
  }

  // One of them sends, and no other wallet gets a request.
  await switchBackTo(page, 'bip122', bitcoin!.name)
  const before = await Promise.all(wallets.map(async (wallet) => (await wallet.requests()).length))
  const to = bitcoin!.accounts[9]!.address
  const held = await heldBy(to)
  await page.getByTestId('account-button').click()
  await page.getByTestId('wallet-features-send-button').click()
  await page.getByTestId('send-amount-input').fill('0.5')
  await page.getByTestId('send-recipient-input').fill(to)
  await page.locator('[data-testid="send-action-button"][data-label="preview"]').click(soon)
  await page.getByTestId('send-preview-send').click(soon)
  await expect.poll(() => heldBy(to), soon).toBe(held + 50_000_000)
  const after = await Promise.all(wallets.map(async (wallet) => (await wallet.requests()).length))
  expect(after.map((count, at) => count > before[at]!)).toEqual([false, false, true, false])

  // A reload restores all four, without a prompt; disconnecting one leaves three.
  for (const wallet of wallets) await wallet.policy({ connect: 'reject' })
  await page.reload()
  await hooksSay(page, { families: all, 'modal-state': 'closed, bip122' })
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  const three = 'EVM connected, Solana connected, Bitcoin disconnected, Polkadot connected'
  await hooksSay(page, { families: three })
  await page.reload()
  await hooksSay(page, { families: three })
})

test('an installed wallet from the list of all wallets connects on Solana', async ({ open }) => {
  const { page, wallets } = await visitKit(open, {
    wallets: [{}, { ...both, name: 'Phantom', rdns: 'app.phantom' }],
  })
  await connect(page)
  await goToSolana(page)
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-list').getByText('Phantom', { exact: true }).click()
  await hooksSay(page, { families: 'EVM connected, Solana connected', 'wallet-name': 'Phantom' })
  await closed(page)
  expect((await wallets[1]!.requests()).map(({ method }) => method)).toEqual(['standard:connect'])
})

test('two tabs agree on account and network', async ({ open }) => {
  const { page } = await visitKit(open)
  await connect(page)
  const other = await page.context().newPage()
  await other.goto(playground)
  await other.getByTestId('account-button').waitFor()
  await expect.poll(() => shownAddress(other), soon).toBe(await shownAddress(page))

  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await other.getByTestId('connect-button').waitFor()
  await connect(page)
  await other.getByTestId('account-button').waitFor()
  await other.getByTestId('disconnect-hook-button').click()
  await page.getByTestId('connect-button').waitFor()
})
