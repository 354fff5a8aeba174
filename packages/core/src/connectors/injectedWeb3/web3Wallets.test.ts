import { isPolkadotMessageSigned } from '@billfold/protocol/polkadot/isPolkadotMessageSigned'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { afterEach, expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { requestWallet } from '../../features/account/requestWallet.ts'
import { signMessage } from '../../features/account/signMessage.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { disconnect } from '../../features/connect/disconnect.ts'
import { mergedConnectors } from '../../features/connect/mergedConnectors.ts'
import { switchConnection } from '../../features/connect/switchConnection.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'

const reference = '91b171bb158e2d3848fa23a9f1c25182'
const chain = `polkadot:${reference}` as const
const network = {
  ...{ id: reference, name: 'Polkadot', chainNamespace: 'polkadot' },
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const kusama = { id: 'b0a8d493285c2df73290dfb7e61f870f', name: 'Kusama' }
const local = { id: '45'.repeat(16), name: 'Local', addressPrefix: 7 }
const unknown = { id: '46'.repeat(16), name: 'Another' }
const name = 'Devnet Wallet'
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

type Setup = {
  wallet?: ReturnType<typeof createDevnetWallet>
  injectedWeb3?: unknown
  storage?: ReturnType<typeof fakeStorage>
  networks?: (typeof network)[]
}
function setUp({ wallet, injectedWeb3, storage, networks = [network] }: Setup) {
  const page = fakePage()
  const leave = wallet?.install(page.page.events)
  const { injectedWeb3: own } = page.page.events as { injectedWeb3?: unknown }
  page.globals.injectedWeb3 = injectedWeb3 ?? own
  const set = setUpKit({ page, networks, ...(storage && { storage }) })
  kits.push(set.kit)
  return { ...set, leave }
}
const newWallet = () => createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], polkadot: { chain } })
const connect = (kit: Kit, connectorId = name) => connectWallet(kit, { connectorId, namespace: 'polkadot' })
const account = (kit: Kit) => connectedAccount(kit.store.get(), 'polkadot')

test('connects, signs, switches accounts, reloads, rejects, and disconnects', async () => {
  const wallet = newWallet()
  const storage = fakeStorage()
  const { kit, leave } = setUp({ wallet, storage })
  await connect(kit)
  const { address } = account(kit)!
  expect(readPolkadotAddress(address).prefix).toBe(0)
  const signature = await signMessage(kit, { message: 'Grüezi' })
  expect(isPolkadotMessageSigned(address, 'Grüezi', signature)).toBe(true)
  wallet.switchAccount(1)
  await until(kit, () => account(kit)?.address !== address)
  const second = account(kit)!.address
  kit.dispose()
  leave?.()

  const { kit: later } = setUp({ wallet, storage })
  await until(later, (s) => s.account.polkadot.status === 'connected')
  expect(account(later)?.address).toBe(second)
  wallet.policy('reject')
  await expect(signMessage(later, { message: 'x' })).rejects.toMatchObject({ code: 'user_rejected' })
  await disconnect(later, { namespace: 'polkadot' })
  expect(later.store.get().account.polkadot).toEqual({ status: 'disconnected' })
})

test('does not connect a wallet that rejects the page, and may retry', async () => {
  const wallet = newWallet()
  const { kit } = setUp({ wallet })
  wallet.rejectNext()
  await connect(kit)
  expect(kit.store.get().account.polkadot.status).toBe('disconnected')
  await connect(kit)
  expect(account(kit)).toBeDefined()
})

test('keeps only accounts of this family and network, and recognizes rejections by message', async () => {
  const publicKey = readPolkadotAddress('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY').publicKey
  const written = (prefix: number) => writePolkadotAddress({ prefix, publicKey })
  const requests: unknown[] = []
  const talisman = {
    enable: async () => ({
      accounts: {
        get: async () => [
          { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'ethereum' },
          { address: written(2), genesisHash: `0x${'b0'.repeat(32)}` },
          { address: written(42), genesisHash: null },
        ],
      },
      signer: {
        async signPayload(payload: unknown) {
          requests.push(payload)
          throw new Error('Cancelled')
        },
      },
    }),
  }
  const { kit } = setUp({ injectedWeb3: { talisman } })
  await connect(kit, 'talisman')
  expect(mergedConnectors(kit.store.get())).toMatchObject([{ id: 'talisman', name: 'Talisman' }])
  // One is tied to another chain, one belongs to another family; the third is in this network's format.
  expect(account(kit)).toMatchObject({ address: written(0), accounts: [{ address: written(0), type: 'eoa' }] })
  // A site may use any network's format; the wallet gets its own.
  for (const address of [written(0), written(42), written(2)])
    await expect(
      requestWallet(kit, {
        method: 'polkadot_signTransaction',
        params: { address, transactionPayload: { method: '0x00' } },
        namespace: 'polkadot',
      }),
    ).rejects.toMatchObject({ code: 'user_rejected' })
  expect(requests).toEqual(Array(3).fill({ method: '0x00', address: written(42) }))
})

test('writes accounts in the active network’s format, and keeps the active one', async () => {
  const [one, other] = [1, 2].map(
    (byte) => (prefix: number) => writePolkadotAddress({ prefix, publicKey: new Uint8Array(32).fill(byte) }),
  ) as [(prefix: number) => string, (prefix: number) => string]
  const wallet = {
    enable: async () => ({
      accounts: { get: async () => [{ address: one(42) }, { address: other(42) }] },
      signer: { signRaw: async ({ address }: { address: string }) => ({ signature: address }) },
    }),
  }
  const storage = fakeStorage()
  const networks = [network, { ...network, ...kusama }, { ...network, ...local }, { ...network, ...unknown }]
  const { kit } = setUp({ injectedWeb3: { wallet }, storage, networks })
  await connect(kit, 'wallet')
  switchConnection(kit, { namespace: 'polkadot', connectorId: 'wallet', address: other(0) })
  expect(account(kit)?.address).toBe(other(0))
  for (const [{ id }, prefix] of [
    [kusama, 2],
    [local, 7],
    [unknown, 7],
    [kusama, 2],
  ] as const) {
    // biome-ignore format: a table
    await switchNetwork(kit, { networkId: `polkadot:${id}` })
    // A network with an unknown prefix leaves accounts unchanged.
    await until(kit, () => account(kit)?.address === other(prefix))
    expect(account(kit)?.accounts.map(({ address }) => address)).toEqual([one(prefix), other(prefix)])
  }
  const params = { address: other(2), message: 'x' }
  expect(await requestWallet(kit, { method: 'polkadot_signMessage', params, namespace: 'polkadot' })).toEqual({
    signature: other(42),
  })
  await expect(
    requestWallet(kit, {
      method: 'polkadot_signMessage',
      params: { ...params, address: one(2) },
      namespace: 'polkadot',
    }),
  ).rejects.toMatchObject({ code: 'account_mismatch' })
  kit.dispose()

  const { kit: later } = setUp({ injectedWeb3: { wallet }, storage, networks })
  await until(later, (s) => s.account.polkadot.status === 'connected')
  expect(account(later)).toMatchObject({ address: other(2), networkId: `polkadot:${kusama.id}` })
})

test('skips invalid entries, even those that throw', async () => {
  const thrower = { get enable() { throw new Error('no') } } // biome-ignore format: one odd object
  for (const injectedWeb3 of [null, 7, 'x', { a: null, b: {}, c: { enable: 7 }, thrower, ' ': { enable: () => 0 } }]) {
    const { kit } = setUp({ injectedWeb3 })
    await kit.connectors.ask()
    expect(kit.store.get().connectors).toEqual([])
  }
  const { kit } = setUp({ injectedWeb3: { odd: { enable: async () => ({ accounts: { get: async () => 'none' } }) } } })
  await connect(kit, 'odd')
  expect(account(kit)).toBeUndefined()
})
