import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, test } from 'vitest'
import { bitcoinNetwork, setUpKit, until } from '../../../test/setUpKit.ts'
import { requestWallet } from '../../features/account/requestWallet.ts'
import { signMessage } from '../../features/account/signMessage.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { disconnect } from '../../features/connect/disconnect.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'

const name = 'Devnet Wallet'
const chain = bitcoinNetwork.caipNetworkId
const localWallet = () =>
  createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], solana: false, bitcoin: { chain } })
const connect = (kit: ReturnType<typeof setUpKit>['kit'], connectorId = name) =>
  connectWallet(kit, { connectorId, namespace: 'bip122' })
const isBitcoin = ({ namespace }: { namespace: string }) => namespace === 'bip122'

test('finds wallets whether page or wallet loads first', async () => {
  for (const first of ['wallet', 'page']) {
    const page = fakePage()
    const install = () => localWallet().install(page.page.events)
    if (first === 'wallet') install()
    const { kit } = setUpKit({ page, networks: [bitcoinNetwork] })
    if (first === 'page') install()
    await until(kit, (s) => s.connectors.some(isBitcoin))
    kit.dispose()
  }
})

test('connects a payment and an ordinal account, signs, switches accounts, reconnects silently, and disconnects', async () => {
  const wallet = localWallet()
  const storage = fakeStorage()
  const first = setUpKit({ storage, networks: [bitcoinNetwork] })
  const leave = wallet.install(first.page.page.events)
  await until(first.kit, (s) => s.connectors.some(isBitcoin))
  await connect(first.kit)
  const account = connectedAccount(first.kit.store.get(), 'bip122')!
  expect(account).toMatchObject({ networkId: chain, address: expect.stringMatching(/^bcrt1q/) })
  expect(account.accounts.map(({ type, address }) => [type, address.slice(0, 6)])).toEqual([
    ['payment', 'bcrt1q'],
    ['ordinal', 'bcrt1p'],
  ])
  expect(await signMessage(first.kit, { message: 'Grüezi' })).toMatch(/^[A-Za-z0-9+/]{87}=$/)
  const ordinal = account.accounts[1]!.address
  const request = { method: 'signMessage', params: { account: ordinal, message: 'x' }, namespace: 'bip122' } as const
  await expect(requestWallet(first.kit, request)).rejects.toMatchObject({ code: 'account_mismatch' })
  wallet.switchAccount(1)
  await until(first.kit, (s) => connectedAccount(s, 'bip122')!.address !== account.address)
  const second = connectedAccount(first.kit.store.get(), 'bip122')!.address
  first.kit.dispose()
  leave()

  wallet.policy('reject')
  const { kit, page } = setUpKit({ storage, networks: [bitcoinNetwork] })
  wallet.install(page.page.events)
  await until(kit, (s) => s.account.bip122.status === 'connected')
  expect(connectedAccount(kit.store.get(), 'bip122')!.address).toBe(second)
  await expect(signMessage(kit, { message: 'x' })).rejects.toMatchObject({ code: 'user_rejected' })
  await disconnect(kit, { namespace: 'bip122' })
  expect(kit.store.get().account.bip122).toEqual({ status: 'disconnected' })
  expect(wallet.requests.at(-1)?.method).toBe('standard:disconnect')
})

test('uses the network of a wallet’s address, not the page’s', async () => {
  const page = fakePage()
  page.globals.unisat = {
    requestAccounts: async () => ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    getAccounts: async () => ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  }
  const { kit } = setUpKit({ page, networks: [bitcoinNetwork] })
  await until(kit, (s) => s.connectors.some(isBitcoin))
  await connect(kit, 'UniSat')
  expect(connectedAccount(kit.store.get(), 'bip122')?.networkId).toBe('bip122:000000000019d6689c085ae165831e93')
})

test('skips invalid wallets: a malformed list, a path into the page, an object that throws', async () => {
  const page = fakePage()
  page.globals.btc_providers = [
    null,
    { id: 'a b', name: 'Spaces' },
    { id: 'constructor.constructor', name: 'Function' },
    { id: 'nothing.there', name: 'Nothing' },
    {
      get id() {
        throw new Error('hostile')
      },
    },
    { id: 'Good.Provider', name: 'Good' },
  ]
  page.globals.Good = { Provider: { request: async () => ({}) } }
  const { kit } = setUpKit({ page, networks: [bitcoinNetwork] })
  await until(kit, (s) => s.connectors.some(isBitcoin))
  expect(
    kit.store
      .get()
      .connectors.filter(isBitcoin)
      .map((one) => one.name),
  ).toEqual(['Good'])
})
