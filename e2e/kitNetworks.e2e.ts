import { expect } from 'vitest'
import { test } from './harness.ts'
import { closed, connect, dialog, foreignChain, hooksSay, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const [first, second] = [31337, 31338]
const nameOf = async (id: number) => (await manifest()).chains.find((chain) => chain.id === id)!.name

test('the page changes the network: by the kit’s button, by the account, by a hook', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  const [one, two] = [await nameOf(first), await nameOf(second)]
  await connect(page)
  await page.getByTestId('w3m-network-button').click()
  await dialog(page, 'Select network').waitFor()
  await page.getByTestId(`w3m-network-switch-${two}`).click()
  await hooksSay(page, { 'w3m-chain-id': String(second), 'network-name': two })
  // Back at the list: the new one is active now.
  await page.getByTestId(`w3m-network-switch-${two}`).and(page.locator('[aria-current="true"]')).waitFor()
  await page.keyboard.press('Escape')
  await closed(page)

  await page.getByTestId('account-button').click()
  await page.getByTestId('w3m-account-select-network').click()
  await page.getByTestId(`w3m-network-switch-${one}`).click()
  await hooksSay(page, { 'w3m-chain-id': String(first) })
  await page.keyboard.press('Escape')
  await closed(page)

  await page.getByTestId('network-select').selectOption(`eip155:${second}`)
  await page.getByTestId('switch-network-hook-button').click()
  await hooksSay(page, { 'w3m-chain-id': String(second) })
  // The wallet announces its new chain before it responds.
  const answers = async () =>
    (await wallets[0]!.requests()).flatMap(({ method, status }) =>
      method === 'wallet_switchEthereumChain' ? status : [],
    )
  await expect.poll(answers, soon).toEqual(['answered', 'answered', 'answered'])
  await page.reload()
  await hooksSay(page, { 'w3m-chain-id': String(second) })
})

test('follows a network change in the wallet, and changes nothing after a rejected or abandoned switch', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open)
  const two = await nameOf(second)
  await connect(page)
  await wallets[0]!.switchChain(second)
  await hooksSay(page, { 'w3m-chain-id': String(second), 'network-name': two })
  expect(await page.getByTestId('w3m-modal-card').count()).toBe(0)
  await wallets[0]!.switchChain(first)
  await hooksSay(page, { 'w3m-chain-id': String(first) })

  // Rejected, and retried.
  await wallets[0]!.rejectNext()
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId(`w3m-network-switch-${two}`).click()
  await page.getByText('Switch declined').waitFor()
  await hooksSay(page, { 'w3m-chain-id': String(first) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await hooksSay(page, { 'w3m-chain-id': String(second) })
  await page.keyboard.press('Escape')
  await closed(page)

  // No response.
  await wallets[0]!.stall()
  await page.getByTestId('w3m-network-button').click()
  await page.getByTestId(`w3m-network-switch-${await nameOf(first)}`).click()
  await page.getByText('Approve in wallet').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Select network').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await hooksSay(page, { 'w3m-chain-id': String(second) })
})

test('an unsupported network offers three ways out, and allows connecting', async ({ open }) => {
  const { page, wallets } = await visitKit(open)
  const wallet = wallets[0]!
  await connect(page)
  // Switch.
  await wallet.switchChain(foreignChain)
  await dialog(page, 'Switch network').waitFor()
  await page.getByTestId(`w3m-network-switch-${await nameOf(first)}`).click()
  await closed(page)
  await hooksSay(page, { 'w3m-chain-id': String(first) })

  // Close, stay connected, and return by one tap.
  await wallet.switchChain(foreignChain)
  await dialog(page, 'Switch network').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  await hooksSay(page, { families: 'EVM connected', 'network-name': `eip155:${foreignChain}, not used` })
  await page.getByTestId('account-button').getByText('Wrong network').waitFor()
  await page.getByTestId('account-button').click()
  await dialog(page, 'Switch network').waitFor()

  // Change it in the wallet: the dialog had no other purpose, so it closes.
  await wallet.switchChain(second)
  await closed(page)
  await hooksSay(page, { 'w3m-chain-id': String(second) })

  // Disconnect.
  await wallet.switchChain(foreignChain)
  await page.getByTestId('disconnect-button').click()
  await closed(page)
  await page.getByTestId('connect-button').waitFor()

  // Connecting there opens the network choice.
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await dialog(page, 'Switch network').waitFor()
  await page.getByTestId(`w3m-network-switch-${await nameOf(second)}`).click()
  await closed(page)
  await hooksSay(page, { 'w3m-chain-id': String(second) })
})

test('page and dialog follow an account change in the wallet, and reject a network that the site never configured', async ({
  open,
}) => {
  const { page, wallets } = await visitKit(open, { allow: [/Console error: Network Not Found: .*17000/] })
  await connect(page)
  await page.getByTestId('network-select').selectOption('eip155:17000')
  await page.getByTestId('switch-network-hook-button').click()
  await page.getByTestId('network-select').selectOption(`eip155:${second}`)
  await page.getByTestId('switch-network-hook-button').click()
  await hooksSay(page, { 'w3m-chain-id': String(second) })
  await page.getByTestId('account-button').click()
  await page.getByTestId('wui-alertbar-text').getByText('Network Not Found').waitFor()
  await page.keyboard.press('Escape')
  await closed(page)

  const { accounts } = await manifest()
  await page.getByTestId('account-button').click()
  await dialog(page, 'Account').waitFor()
  await wallets[0]!.switchAccount(3)
  await expect.poll(() => shownAddress(page), soon).toBe(accounts[3]!.address)
  const shown = dialog(page, 'Account').locator(`[title="${accounts[3]!.address}"]`)
  await shown.first().waitFor()
  // The address gives way to its name on the chain.
  await shown.and(page.getByText('dave.eth')).waitFor()
  await page.reload()
  await expect.poll(() => shownAddress(page), soon).toBe(accounts[3]!.address)
})
