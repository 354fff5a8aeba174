import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { evmNetwork, setUpKit, until } from '../test/setUpKit.ts'
import { account, startWalletKit, supported } from '../test/walletConnect/startWalletKit.ts'
import { socketPage } from '../test/walletConnect/visitWithWc.ts'
import { signMessage } from './features/account/signMessage.ts'
import { connectWallet } from './features/connect/connectWallet.ts'
import { disconnect } from './features/connect/disconnect.ts'
import { switchNetwork } from './features/network/switchNetwork.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import { systemClock } from './ports/clock.ts'
import { fakeStorage } from './ports/fakeStorage.ts'
import { sessionKey } from './wc/storageKeys.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const kits: Kit[] = []

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
beforeEach(() => {
  Object.assign(wallet.behaviour, { has: supported, propose: 'approve' })
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

function visit({ storage = fakeStorage(), chains = [1, 10] } = {}) {
  const { kit } = setUpKit({
    relayUrl: relay.url,
    networks: chains.map((id) => evmNetwork(id)),
    storage,
    page: socketPage(),
    clock: systemClock as never,
  })
  kits.push(kit)
  return { kit, storage, topic: (): string => JSON.parse(storage.values.get(sessionKey)!)[0].topic }
}
const offered = async (kit: Kit): Promise<string> => {
  const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
  return walletConnect.pairing.phase === 'offered' ? walletConnect.pairing.uri : ''
}
const begin = (kit: Kit) => connectWallet(kit, { connectorId: 'walletConnect', namespace: 'eip155' })
async function connect(kit: Kit) {
  const connecting = begin(kit)
  await wallet.pair(await offered(kit))
  await connecting
}
const own = (kit: Kit) => connectedAccount(kit.store.get(), 'eip155')
const isSigned = async (kit: Kit, message: string) =>
  verifyMessage({ address: account.address, message, signature: (await signMessage(kit, { message })) as never })
/** The wallet's grant for these chains. */
const on = (...chains: number[]) => ({
  eip155: {
    chains: chains.map((id) => `eip155:${id}`),
    accounts: chains.map((id) => `eip155:${id}:${account.address}`),
    methods: supported.eip155!.methods,
    events: supported.eip155!.events,
  },
})

test('keeps two sites’ sessions with the same wallet apart', async () => {
  const [one, two] = [visit(), visit()]
  await connect(one.kit)
  await connect(two.kit)
  expect(one.topic()).not.toBe(two.topic())
  expect(await isSigned(one.kit, 'one')).toBe(true)
  expect(await isSigned(two.kit, 'two')).toBe(true)
  await wallet.kit.updateSession({ topic: two.topic(), namespaces: on(10) })
  await until(two.kit, () => own(two.kit)?.networkId === 'eip155:10')
  expect(own(one.kit)?.networkId).toBe('eip155:1')
  const gone = wallet.deleted()
  await disconnect(two.kit, { namespace: 'eip155' })
  await gone
  expect(await isSigned(one.kit, 'still here')).toBe(true)
})

test('switches to a remaining chain when an update removes the active one', async () => {
  const { kit, topic } = visit()
  await connect(kit)
  expect(own(kit)).toMatchObject({ networkId: 'eip155:1', approvedNetworkIds: ['eip155:1', 'eip155:10'] })
  await wallet.kit.updateSession({ topic: topic(), namespaces: on(10) })
  await until(kit, () => own(kit)?.approvedNetworkIds.length === 1)
  expect(own(kit)).toMatchObject({ networkId: 'eip155:10', approvedNetworkIds: ['eip155:10'] })
  expect(await isSigned(kit, 'on ten')).toBe(true)
  expect(wallet.requests.at(-1)?.chainId).toBe('eip155:10')
})

test('allows switching to the site’s chains that an update adds, but not to others', async () => {
  wallet.behaviour.has = on(1)
  const { kit, topic, storage } = visit()
  await connect(kit)
  expect(own(kit)?.approvedNetworkIds).toEqual(['eip155:1'])
  await wallet.kit.updateSession({ topic: topic(), namespaces: on(1, 10, 42_161) })
  await until(kit, () => own(kit)?.approvedNetworkIds.length === 2)
  expect(own(kit)).toMatchObject({ networkId: 'eip155:1', approvedNetworkIds: ['eip155:1', 'eip155:10'] })
  expect(storage.values.get(sessionKey)).not.toContain('eip155:42161:')
  const requestCount = wallet.requests.length
  await switchNetwork(kit, { networkId: 'eip155:10' })
  expect(wallet.requests.length).toBe(requestCount)
  expect(own(kit)?.networkId).toBe('eip155:10')
  expect(await isSigned(kit, 'added')).toBe(true)
})

test('drops chains from a grant that were not requested', async () => {
  wallet.behaviour.propose = 'ignore'
  const { kit, storage } = visit()
  const proposed = wallet.proposed()
  const connecting = begin(kit)
  await wallet.pair(await offered(kit))
  const { id } = await proposed
  await wallet.kit.approveSession({ id, namespaces: on(137, 1, 42_161) })
  await connecting
  expect(own(kit)).toMatchObject({ networkId: 'eip155:1', approvedNetworkIds: ['eip155:1'] })
  expect(storage.values.get(sessionKey)).not.toContain('eip155:42161:')
})

test('applies events only for granted chains', async () => {
  const { kit, topic } = visit()
  await connect(kit)
  const say = (data: unknown) =>
    wallet.kit.emitSessionEvent({ topic: topic(), event: { name: 'chainChanged', data }, chainId: 'eip155:1' })
  await say(137)
  await say('0x2105')
  await say(10)
  await until(kit, () => own(kit)?.networkId === 'eip155:10')
  const moves: string[] = []
  kit.store.onEvent((e) => e.type === 'account/networkChanged' && moves.push(e.networkId))
  await say(137)
  await say(1)
  await until(kit, () => own(kit)?.networkId === 'eip155:1')
  expect(moves).toEqual(['eip155:1'])
})

test('does not connect a page that closed before the approval, and lets it retry', async () => {
  wallet.behaviour.propose = 'ignore'
  const first = visit()
  const proposed = wallet.proposed()
  void begin(first.kit)
  await wallet.pair(await offered(first.kit))
  const proposal = await proposed
  first.kit.dispose()
  // It waits for a response of the closed page.
  wallet.approve(proposal).catch(() => undefined)
  wallet.behaviour.propose = 'approve'
  const again = visit({ storage: first.storage })
  expect(own(again.kit)).toBeUndefined()
  await connect(again.kit)
  expect(await isSigned(again.kit, 'second try')).toBe(true)
})

describe('the relay is killed', () => {
  const kill = async (kit: Kit) => {
    await relay.stop()
    await until(kit, (s) => s.walletConnect.relay !== 'connected')
    await relay.restart()
  }

  test('before there is a link, which follows once it is back', async () => {
    await relay.stop()
    const { kit } = visit()
    const connecting = begin(kit)
    await until(kit, (s) => s.walletConnect.relay === 'reconnecting' || s.walletConnect.relay === 'unreachable')
    await relay.restart()
    await wallet.pair(await offered(kit))
    await connecting
    expect(await isSigned(kit, 'late start')).toBe(true)
  })

  test('while the link is shown, which still works', async () => {
    const { kit } = visit()
    const connecting = begin(kit)
    const uri = await offered(kit)
    await kill(kit)
    await wallet.pair(uri)
    await connecting
    expect(own(kit)?.address).toBe(account.address)
  })

  test('while the wallet has the proposal, whose approval arrives', async () => {
    wallet.behaviour.propose = 'ignore'
    const { kit } = visit()
    const proposed = wallet.proposed()
    const connecting = begin(kit)
    await wallet.pair(await offered(kit))
    const proposal = await proposed
    await kill(kit)
    await wallet.approve(proposal)
    await connecting
    expect(await isSigned(kit, 'thought it over')).toBe(true)
  })

  test('while the wallet has a request, which it answers once', async () => {
    const { kit } = visit()
    await connect(kit)
    const { answer } = wallet.behaviour
    const requested = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    wallet.behaviour.answer = async (request) => {
      requested.resolve()
      await goOn.promise
      return answer(request)
    }
    const before = wallet.requests.length
    const signed = isSigned(kit, 'in between')
    await requested.promise
    await kill(kit)
    goOn.resolve()
    expect(await signed).toBe(true)
    wallet.behaviour.answer = answer
    expect(wallet.requests.length - before).toBe(1)
  })

  test('before an update and before the disconnect, which both arrive', async () => {
    const { kit, topic } = visit()
    await connect(kit)
    await kill(kit)
    await wallet.kit.updateSession({ topic: topic(), namespaces: on(10) })
    await until(kit, () => own(kit)?.networkId === 'eip155:10')
    await kill(kit)
    const gone = wallet.deleted()
    await disconnect(kit, { namespace: 'eip155' })
    await gone
    expect(own(kit)).toBeUndefined()
  })
})
