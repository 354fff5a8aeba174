import { expect } from 'vitest'
import { test } from './harness.ts'
import { choose, closed, connect, dialog, hooksSay, playground, shownAddress, soon, visitKit } from './visitKit.ts'

const both = { solana: {} }

/** Goes to Solana by the list of networks, where no Solana wallet is connected yet. */
async function goToSolana(page: Parameters<typeof connect>[0]): Promise<void> {
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-network-switch-Billfold Local Solana').click()
  await page.getByTestId('w3m-switch-active-chain-button').click()
  await dialog(page, 'Connect Wallet').waitFor()
}

test('one wallet on two families: one row, two connections, one of them left', async ({ open }) => {
  const { page, wallets } = await visitKit(open, { wallets: [both] })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').getByText('multichain').waitFor()
  expect(await page.getByRole('button', { name: /^Devnet Wallet/ }).count()).toBe(1)
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await dialog(page, 'Select chain').waitFor()
  await page.getByTestId('wui-list-chain-eip155').click()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected', 'w3m-address': /^0x/ })
  await closed(page)
  const evm = await shownAddress(page)

  await goToSolana(page)
  await page.getByRole('button', { name: /^Devnet Wallet/ }).click()
  await hooksSay(page, { families: 'EVM connected, Solana connected', 'w3m-caip-address': /^solana:localnet:/ })
  await closed(page)

  // A reload brings both back, and nobody is asked.
  await wallets[0]!.reject()
  await page.reload()
  await hooksSay(page, { families: 'EVM connected, Solana connected' })
  await page.getByTestId('account-button').click()
  // What the account has stands above the button.
  await page.getByText('Local Dollar').waitFor()
  await page.getByTestId('disconnect-button').click()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected' })
  await closed(page)
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId('w3m-network-switch-Billfold Local 1').click()
  await expect.poll(() => shownAddress(page), soon).toBe(evm)
})

test('two wallets on two families, and each is asked for its own', async ({ open }) => {
  const { page, wallets } = await visitKit(open, {
    wallets: [{}, { ...both, name: 'Harbour', rdns: 'org.harbour' }],
  })
  const [first, second] = wallets
  await connect(page)
  await goToSolana(page)
  await page.getByRole('button', { name: /^Harbour/ }).click()
  await hooksSay(page, { families: 'EVM connected, Solana connected', 'wallet-name': 'Harbour' })
  await closed(page)

  await page.getByTestId('solana-test-interactions').getByTestId('sign-message-button').click()
  await page.getByTestId('solana-test-interactions').getByTestId('w3m-signature').waitFor()
  await page.getByTestId('eip155-test-interactions').getByTestId('sign-message-button').click()
  await page.getByTestId('eip155-test-interactions').getByTestId('w3m-signature').waitFor()
  const signed = async (wallet: typeof first) =>
    (await wallet!.requests()).map(({ method }) => method).filter((method) => /sign/i.test(method))
  expect(await signed(first)).toEqual(['personal_sign'])
  expect(await signed(second)).toEqual(['solana:signMessage'])

  // One of them is left; the other stays, also over a reload.
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected' })
  await page.reload()
  await hooksSay(page, { families: 'EVM connected, Solana disconnected' })
})

test('an installed wallet that is chosen among all wallets on Solana is connected there', async ({ open }) => {
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

test('two tabs agree about who is connected, and on which network', async ({ open }) => {
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

test('the merged row also leads to Solana first', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [both] })
  await choose(page)
  await page.getByTestId('wui-list-chain-solana').click()
  await hooksSay(page, { families: 'EVM disconnected, Solana connected', 'modal-state': 'closed, solana' })
  await page.getByTestId('account-button').click()
  await dialog(page, 'Account').getByText('Connected with Devnet Wallet').waitFor()
})
