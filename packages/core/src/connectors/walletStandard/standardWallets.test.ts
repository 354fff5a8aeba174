import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, test } from 'vitest'
import { evmNetwork, setUpKit, solanaNetwork, until } from '../../../test/setUpKit.ts'
import { signMessage } from '../../features/account/signMessage.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { disconnect } from '../../features/connect/disconnect.ts'
import { mergedConnectors } from '../../features/connect/mergedConnectors.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'
import { connectedAccount, connectedNamespaces } from '../../model/connectedAccount.ts'
import { activeNetworkId } from '../../model/findNetwork.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'

const name = 'Devnet Wallet'
const walletOnBoth = () => createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] })
const connect = (kit: ReturnType<typeof setUpKit>['kit']) =>
  connectWallet(kit, { connectorId: name, namespace: 'solana' })

test('finds wallets whether page or wallet loads first, and merges two families', async () => {
  for (const first of ['wallet', 'page']) {
    const page = fakePage()
    const install = () => walletOnBoth().install(page.page.events)
    if (first === 'wallet') install()
    const { kit } = setUpKit({ page })
    if (first === 'page') install()
    await until(kit, (s) => s.connectors.length > 1)
    expect(mergedConnectors(kit.store.get())).toMatchObject([
      { name, type: 'MULTI_CHAIN', connectors: [{ namespace: 'eip155' }, { namespace: 'solana' }] },
    ])
    kit.dispose()
  }
})

test('connects, signs, switches accounts, reconnects silently, and disconnects', async () => {
  const wallet = walletOnBoth()
  const storage = fakeStorage()
  const first = setUpKit({ storage })
  const leave = wallet.install(first.page.page.events)
  await connect(first.kit)
  const { address } = connectedAccount(first.kit.store.get(), 'solana')!
  expect(first.kit.store.get().network.activeNamespace).toBe('solana')
  expect(await signMessage(first.kit, { message: 'Grüezi' })).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  wallet.switchAccount(1)
  await until(first.kit, (s) => connectedAccount(s, 'solana')!.address !== address)
  const second = connectedAccount(first.kit.store.get(), 'solana')!.address
  first.kit.dispose()
  leave()

  wallet.policy('reject')
  const { kit, page } = setUpKit({ storage })
  wallet.install(page.page.events)
  await until(kit, (s) => s.account.solana.status === 'connected')
  expect(connectedAccount(kit.store.get(), 'solana')!.address).toBe(second)
  await expect(signMessage(kit, { message: 'x' })).rejects.toMatchObject({ code: 'user_rejected' })
  await disconnect(kit, { namespace: 'solana' })
  expect(kit.store.get().account.solana).toEqual({ status: 'disconnected' })
  expect(wallet.requests.at(-1)?.method).toBe('standard:disconnect')
})

test('follows the page’s network if it has no current chain', async () => {
  const other = { ...solanaNetwork, id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', name: 'Solana Testnet' }
  const { kit, page } = setUpKit({ networks: [solanaNetwork, other] })
  walletOnBoth().install(page.page.events)
  await connect(kit)
  await switchNetwork(kit, { networkId: `solana:${other.id}` })
  expect(activeNetworkId(kit.store.get())).toBe(`solana:${other.id}`)
  expect(connectedAccount(kit.store.get())?.networkId).toBe(`solana:${other.id}`)
})

test('connects two families at once, and activates the other when the active one disconnects', async () => {
  const { kit, page } = setUpKit({ networks: [evmNetwork(1), solanaNetwork] })
  walletOnBoth().install(page.page.events)
  await connectWallet(kit, { connectorId: 'dev.billfold.devnet', namespace: 'eip155' })
  await connect(kit)
  expect(connectedNamespaces(kit.store.get())).toEqual(['eip155', 'solana'])
  await disconnect(kit, { namespace: 'solana' })
  expect(connectedNamespaces(kit.store.get())).toEqual(['eip155'])
  expect(kit.store.get().network.activeNamespace).toBe('eip155')
})

test('skips invalid objects, even those that throw', async () => {
  const { kit, page } = setUpKit()
  walletOnBoth().install(page.page.events)
  await until(kit, ({ connectors }) => connectors.length === 2)
  const thrower = new Proxy({}, { get: () => { throw new Error('no') } }) // biome-ignore format: one odd object
  const odd = [null, 7, {}, { name: 'x', chains: ['bitcoin:x'], features: {} }, thrower]
  const register = (api: { register(...wallets: unknown[]): unknown }) => void api.register(...odd)
  page.page.events.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  page.page.events.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'x' }))
  expect(kit.store.get().connectors.map((one) => one.name)).toEqual([name, name])
})
