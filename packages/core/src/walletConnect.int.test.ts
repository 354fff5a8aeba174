import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../test/setUpKit.ts'
import { account, startWalletKit, supported } from '../test/walletConnect/startWalletKit.ts'
import { socketPage } from '../test/walletConnect/visitWithWc.ts'
import { signMessage } from './features/account/signMessage.ts'
import { cancelConnect, connectWallet } from './features/connect/connectWallet.ts'
import { disconnect } from './features/connect/disconnect.ts'
import { openModal } from './features/modal/openModal.ts'
import { switchNetwork } from './features/network/switchNetwork.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import type { State } from './model/state.ts'
import { systemClock } from './ports/clock.ts'
import { fakeStorage } from './ports/fakeStorage.ts'
import { sessionKey } from './wc/storageKeys.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const kits: Kit[] = []
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
function visit(storage = fakeStorage()) {
  const page = socketPage()
  const { kit } = setUpKit({
    relayUrl: relay.url,
    networks: [evmNetwork(1), evmNetwork(10), evmNetwork(137), solanaMainnet],
    storage,
    page,
    clock: systemClock as never,
  })
  kits.push(kit)
  return { kit, storage, page }
}
async function connect(kit: Kit) {
  const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
  if (walletConnect.pairing.phase === 'offered') await wallet.pair(walletConnect.pairing.uri)
  await connecting
}

test('connects a wallet through the relay: two families, a signature, a network switch, a reload, disconnect', async () => {
  const first = visit()
  await connect(first.kit)
  expect(connectedAccount(first.kit.store.get(), 'eip155')).toMatchObject({
    address: account.address,
    networkId: 'eip155:1',
    approvedNetworkIds: ['eip155:1', 'eip155:10'],
  })
  const linked = await until(first.kit, (s) => s.account.solana.status === 'connected')
  expect(linked.walletConnect).toMatchObject({
    pairing: { phase: 'idle' },
    relay: 'connected',
    peer: { name: 'Test wallet' },
  })
  const signature = await signMessage(first.kit, { message: 'Hello' })
  expect(await verifyMessage({ address: account.address, message: 'Hello', signature: signature as never })).toBe(true)
  expect(first.kit.store.get().walletConnect.requests).toEqual([])

  await switchNetwork(first.kit, { networkId: 'eip155:10' })
  expect(connectedAccount(first.kit.store.get(), 'eip155')?.networkId).toBe('eip155:10')
  await switchNetwork(first.kit, { networkId: 'eip155:137' })
  expect(first.kit.store.get().switchAttempt).toMatchObject({ phase: 'failed', code: 'chain_disconnected' })
  first.kit.dispose()

  const second = visit(first.storage)
  const restored = await until(
    second.kit,
    (s) => s.account.eip155.status === 'connected' && s.account.solana.status === 'connected',
  )
  expect(connectedAccount(restored, 'eip155')).toMatchObject({ address: account.address, networkId: 'eip155:10' })
  const gone = wallet.deleted()
  await disconnect(second.kit, { namespace: 'solana' })
  await gone
  expect(second.kit.store.get().account.eip155.status).toBe('disconnected')
  expect(first.storage.values.has(sessionKey)).toBe(false)
})

test('disconnects the site with the wallet, and leaves nothing after cancelling', async () => {
  const { kit, storage } = visit()
  await connect(kit)
  const [{ topic }] = JSON.parse(storage.values.get(sessionKey)!)
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await until(kit, (s) => s.account.eip155.status === 'disconnected')
  const attempt = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
  cancelConnect(kit)
  await attempt
  expect(kit.store.get().walletConnect.pairing.phase).toBe('idle')
  expect(storage.values.has(sessionKey)).toBe(false)
})

describe('a wallet that takes its time', () => {
  /** Shows a link, passes it to the wallet, and leaves before a response. */
  async function leave() {
    const { kit, storage } = visit()
    wallet.behaviour.propose = 'ignore'
    const proposed = wallet.proposed()
    const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
    const uri = await offered(kit)
    await wallet.pair(uri)
    const proposal = await proposed
    wallet.behaviour.propose = 'approve'
    cancelConnect(kit)
    await connecting
    return { kit, storage, uri, proposal }
  }
  async function offered(kit: Kit): Promise<string> {
    const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
    return walletConnect.pairing.phase === 'offered' ? walletConnect.pairing.uri : ''
  }

  test('sees the same link when the visitor comes back, and connects there', async () => {
    const { kit, uri, proposal } = await leave()
    const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
    expect(await offered(kit)).toBe(uri)
    await wallet.approve(proposal)
    await connecting
    expect(connectedAccount(kit.store.get(), 'eip155')?.address).toBe(account.address)
  })

  test('connects if it approves after the visitor left', async () => {
    const { kit, storage, proposal } = await leave()
    await wallet.approve(proposal)
    const { account: accounts } = await until(
      kit,
      (s) => s.account.eip155.status === 'connected' && s.account.solana.status === 'connected',
    )
    expect(accounts.eip155).toMatchObject({ address: account.address, connectorId: 'walletConnect' })
    const [{ topic }] = JSON.parse(storage.values.get(sessionKey)!)
    expect(wallet.topics()).toContain(topic)
    const signature = await signMessage(kit, { message: 'Late' })
    expect(await verifyMessage({ address: account.address, message: 'Late', signature: signature as never })).toBe(true)
  })

  test('is rejected if another wallet connected first', async () => {
    const { kit, storage, proposal } = await leave()
    kit.store.send({
      type: 'account/connected',
      namespace: 'eip155',
      connectorId: 'other.wallet',
      how: 'user',
      accounts: [{ address, type: 'eoa' }],
      networkId: 'eip155:1',
      approvedNetworkIds: [],
      supportsAllNetworks: true,
    })
    const before = wallet.topics()
    const deleted = wallet.deleted()
    await wallet.approve(proposal)
    await deleted
    await expect.poll(() => wallet.topics()).toEqual(before)
    expect(connectedAccount(kit.store.get(), 'eip155')?.connectorId).toBe('other.wallet')
    expect(storage.values.has(sessionKey)).toBe(false)
  })
})

test('connects in a family that was not requested if it grants only that', async () => {
  const { kit, storage } = visit()
  wallet.behaviour.has = { solana: supported.solana! }
  openModal(kit)
  await connect(kit)
  wallet.behaviour.has = supported
  const isThere = ({ account: { solana }, modal }: State) => solana.status === 'connected' && !modal.open
  const { account: accounts, connectAttempt, network } = await until(kit, isThere)
  expect(accounts).toMatchObject({ eip155: { status: 'disconnected' }, solana: { status: 'connected' } })
  expect([connectAttempt.phase, network.activeNamespace]).toEqual(['idle', 'solana'])
  kit.dispose()
  const again = visit(storage)
  await until(again.kit, (s) => s.account.solana.status === 'connected')
})

test('shows a visitor’s rejection as such', async () => {
  const { kit } = visit()
  wallet.behaviour.propose = 'reject'
  await connect(kit)
  wallet.behaviour.propose = 'approve'
  expect(kit.store.get().connectAttempt.phase).toBe('declined')
})

test('has no WalletConnect, and opens no connection, without a relay', async () => {
  const page = socketPage()
  const { kit } = setUpKit({ page, enableWalletConnect: true })
  kits.push(kit)
  expect(kit.options.enableWalletConnect).toBe(false)
  await connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
  expect(kit.store.get().connectAttempt).toMatchObject({ phase: 'failed', code: 'connector_missing' })
  expect(page.made()).toBe(0)
  expect(() => setUpKit({ relayUrl: 'https://relay.example' })).toThrow('relayUrl must be a ws:// or wss:// URL')
})
