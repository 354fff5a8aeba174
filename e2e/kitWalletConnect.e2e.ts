import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'
import type { BrowserContext, WebSocketRoute } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { test } from './harness.ts'
import { recoverSigner } from './recoverSigner.ts'
import { stack } from './stack.ts'
import { closed, dialog, manifest, shownAddress, soon, visitKit } from './visitKit.ts'

const relayUrl = stack.relay
const wallets: { close(): void }[] = []
afterAll(() => {
  for (const wallet of wallets) wallet.close()
})

/** A wallet on another machine: in this process, reached only through the stack's relay. */
async function pocketWallet() {
  const { chains } = await manifest()
  const wallet = createWalletConnectWallet({ relayUrl, chains, otherChains: [] })
  wallets.push(wallet)
  return wallet
}

/** The route between the page and the relay, which a test can close. */
function road() {
  const open = new Set<WebSocketRoute>()
  let isClosed = false
  return {
    async build(context: BrowserContext) {
      await context.routeWebSocket(new RegExp(`^${relayUrl}/`), (socket) => {
        if (isClosed) return void socket.close()
        open.add(socket)
        socket.connectToServer()
      })
    },
    close() {
      isClosed = true
      for (const socket of open) void socket.close()
      open.clear()
    },
    reopen() {
      isClosed = false
    },
  }
}

test('reports an unreachable relay, shows the code once it recovers, and keeps requests over an outage', async ({
  open,
}) => {
  const wallet = await pocketWallet()
  const toRelay = road()
  toRelay.close()
  const { page } = await visitKit(open, { wallets: [], prepare: toRelay.build })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletconnect').click()
  await page.getByTestId('wc-relay-status').getByText('Can’t reach the relay').waitFor()
  toRelay.reopen()
  await wallet.pair((await page.getByTestId('wui-qr-code').getAttribute('uri'))!)
  await page.getByTestId('account-button').waitFor()
  await closed(page)
  const address = (await shownAddress(page))!
  expect(address).toBe(await wallet.address('eip155:31337'))

  wallet.policy('ask')
  const evm = page.getByTestId('eip155-test-interactions')
  await evm.getByLabel('Message').fill('Over the hills')
  const prompt = wallet.next('asked')
  await evm.getByTestId('sign-message-button').click()
  const { asking } = await prompt
  const card = page.getByTestId('wc-waiting-requests')
  await card.getByText('Confirm in Pocket Wallet').waitFor()
  toRelay.close()
  await card.getByText(/Reconnecting…|Can’t reach the relay/).waitFor()
  await asking.approve()
  toRelay.reopen()
  await card.waitFor({ state: 'detached' })
  const signature = await evm.getByTestId('w3m-signature').innerText()
  const signer = recoverSigner((await manifest()).chains[0]!.rpcUrl)
  expect(await signer.ofMessage('Over the hills', signature)).toBe(address.toLowerCase())

  await page.reload()
  await page.getByTestId('account-button').click()
  await dialog(page, 'Account').getByText('Connected with Pocket Wallet').waitFor()
  const ended = wallet.next('ended')
  await page.getByTestId('disconnect-button').click()
  await page.getByTestId('connect-button').waitFor()
  await ended
  await expect.poll(() => wallet.sessions().length, soon).toBe(0)
})

test('reaches a wallet of the registry that is not installed by a code', async ({ open }) => {
  const { page } = await visitKit(open, { wallets: [] })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  await page.getByTestId('wallet-list').getByRole('button', { name: 'MetaMask' }).click()
  await page.getByRole('img', { name: 'Scan with MetaMask' }).waitFor()
})
