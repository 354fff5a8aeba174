import { namespaces } from '@billfold/protocol/caip'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { type ConnectorEvent, infoOf } from '../../model/connector.ts'
import { activeNetworkId } from '../../model/findNetwork.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { connectionsOf, maxConnections } from './connections.ts'
import { connectWallet } from './connectWallet.ts'
import { disconnect } from './disconnect.ts'
import { disconnectConnector } from './disconnectConnector.ts'
import { leaveWallet } from './leaveWallet.ts'
import { connectorKey } from './remembered.ts'
import { switchConnection } from './switchConnection.ts'

beforeAll(() => import('../../chains/eip155/eip155.ts'))

const [a, b, c] = (['a', 'b', 'c'] as const).map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [
  string,
  string,
  string,
]
const namespace = 'eip155'

function announce(kit: Kit, id: string, extra = {}) {
  const puppet = puppetConnector({ id, name: id, ...extra })
  kit.connectors.add(puppet.connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  return puppet
}
async function connect(kit: Kit, puppet: ReturnType<typeof announce>, account: string) {
  const connecting = connectWallet(kit, { connectorId: puppet.connector.id, namespace })
  puppet.connectRequests.at(-1)!.resolve(sessionOf(account))
  await connecting
}
const ids = (kit: Kit) => connectionsOf(kit.store.get(), namespace).map(({ connectorId }) => connectorId)
const current = (kit: Kit) => connectedAccount(kit.store.get(), namespace)

async function twoWallets(storage = fakeStorage()) {
  const set = setUpKit({ storage })
  const one = announce(set.kit, 'io.one')
  const two = announce(set.kit, 'io.two')
  await connect(set.kit, one, a)
  await connect(set.kit, two, b)
  return { ...set, storage, one, two }
}

describe('several wallets of one family', () => {
  it('keeps the first wallet when a second connects, and switches without a prompt', async () => {
    const { kit, one, two } = await twoWallets()
    expect(ids(kit)).toEqual(['io.two', 'io.one'])
    expect(current(kit)?.address).toBe(b)
    switchConnection(kit, { namespace, connectorId: 'io.one' })
    expect(current(kit)).toMatchObject({ connectorId: 'io.one', address: a })
    expect(ids(kit)).toEqual(['io.one', 'io.two'])
    expect([one.connectRequests.length, two.connectRequests.length]).toEqual([1, 1])
  })

  it('follows a wallet that is not current: account, network, lock and unlock', async () => {
    const { kit, one } = await twoWallets()
    one.tell({ type: 'accountsChanged', accounts: [eoa(c)] })
    await until(kit, (state) => connectionsOf(state, namespace)[1]?.address === c)
    one.tell({ type: 'networkChanged', networkId: 'eip155:10' })
    expect(connectionsOf(kit.store.get(), namespace)[1]?.networkId).toBe('eip155:10')
    expect(current(kit)).toMatchObject({ connectorId: 'io.two', networkId: 'eip155:1' })
    one.tell({ type: 'accountsChanged', accounts: [] })
    expect(ids(kit)).toEqual(['io.two'])
    one.tell({ type: 'accountsChanged', accounts: [eoa(a)] })
    one.connectRequests.at(-1)!.resolve(sessionOf(a))
    await until(kit, (state) => connectionsOf(state, namespace).length === 2)
    expect(one.connectRequests.at(-1)).toMatchObject({ silent: true })
    expect(current(kit)?.connectorId).toBe('io.two')
  })

  it('applies a delayed switch to the wallet that requested it, not the current one', async () => {
    const slow = Promise.withResolvers<void>()
    const { kit, one, two } = await twoWallets()
    Object.assign(two.connector, { switchNetwork: () => slow.promise })
    const switching = switchNetwork(kit, { networkId: 'eip155:10' })
    switchConnection(kit, { namespace, connectorId: 'io.one' })
    kit.store.send({ type: 'send/edited', change: { amount: '1' } })
    slow.resolve()
    await switching
    expect(current(kit)).toMatchObject({ connectorId: 'io.one', networkId: 'eip155:1' })
    expect(activeNetworkId(kit.store.get())).toBe('eip155:1')
    expect(kit.store.get().network.selected.eip155).toBe('eip155:1')
    expect(kit.store.get().send.draft.amount).toBe('1')
    expect(kit.store.get().switchAttempt).toEqual({ phase: 'idle' })
    const places = connectionsOf(kit.store.get(), namespace).map((each) => [each.connectorId, each.networkId])
    expect(places).toEqual([
      ['io.one', 'eip155:1'],
      ['io.two', 'eip155:10'],
    ])
    expect(one.connectRequests).toHaveLength(1)
  })

  it.each<[string, ConnectorEvent, object | undefined]>([
    ['another network', { type: 'networkChanged', networkId: 'eip155:10' }, { address: a, networkId: 'eip155:10' }],
    ['another account', { type: 'accountsChanged', accounts: [eoa(c)] }, { address: c, networkId: 'eip155:1' }],
    ['no account', { type: 'accountsChanged', accounts: [] }, undefined],
    ['that it left', { type: 'disconnected' }, undefined],
  ])('applies %s that a wallet reports before it counts as connected', async (_, event, wanted) => {
    const { kit } = setUpKit()
    const one = announce(kit, 'io.one')
    const code = Promise.withResolvers<void>()
    const load = kit.chains.eip155!
    kit.chains.eip155 = () => code.promise.then(load)
    const connecting = connectWallet(kit, { connectorId: 'io.one', namespace })
    // Its report on an earlier session does not apply.
    one.tell({ type: 'accountsChanged', accounts: [] })
    one.connectRequests.at(-1)!.resolve(sessionOf(a))
    await new Promise((done) => setImmediate(done))
    one.tell(event)
    code.resolve()
    await connecting
    if (wanted) expect(current(kit)).toMatchObject(wanted)
    else expect(current(kit)).toBeUndefined()
  })

  it('attributes accounts to their wallet, even if the visitor switches meanwhile', async () => {
    const { kit, two } = await twoWallets()
    two.tell({ type: 'accountsChanged', accounts: [eoa(c)] })
    switchConnection(kit, { namespace, connectorId: 'io.one' })
    await until(kit, (state) => connectionsOf(state, namespace).some(({ address }) => address === c))
    expect(current(kit)).toMatchObject({ connectorId: 'io.one', address: a })
    expect(connectionsOf(kit.store.get(), namespace)[1]).toMatchObject({ connectorId: 'io.two', address: c })
  })

  it('switches to the other wallet without a prompt when the current one disconnects or locks', async () => {
    const { kit, two } = await twoWallets()
    two.tell({ type: 'disconnected' })
    expect(current(kit)).toMatchObject({ connectorId: 'io.one', address: a })
    const second = await twoWallets()
    await disconnectConnector(second.kit, { namespace, connectorId: 'io.two' })
    expect(current(second.kit)).toMatchObject({ connectorId: 'io.one', address: a })
    expect(ids(second.kit)).toEqual(['io.one'])
  })

  it('disconnects a wallet that is not current, and keeps the current one', async () => {
    const { kit } = await twoWallets()
    await disconnectConnector(kit, { namespace, connectorId: 'io.one' })
    expect(ids(kit)).toEqual(['io.two'])
    expect(current(kit)?.connectorId).toBe('io.two')
  })

  it('disconnects the wallet with one id, and keeps the other', async () => {
    const { kit } = await twoWallets()
    await leaveWallet(kit, { connectorId: 'io.two' })
    expect(ids(kit)).toEqual(['io.one'])
    await leaveWallet(kit, { connectorId: 'io.none' })
    await leaveWallet(kit, { connectorId: 'io.one', namespace: 'solana' })
    expect(current(kit)).toMatchObject({ connectorId: 'io.one', address: a })
  })

  it('disconnects all of them at once', async () => {
    const { kit, storage } = await twoWallets()
    await disconnect(kit)
    expect(ids(kit)).toEqual([])
    expect(current(kit)).toBeUndefined()
    expect(storage.values.has('@billfold/connections')).toBe(false)
    expect(storage.values.has(connectorKey(namespace))).toBe(false)
  })

  it('restores all of them after a reload without prompts', async () => {
    const { kit, storage } = await twoWallets()
    kit.dispose()
    const again = setUpKit({ storage })
    const puppets = ['io.one', 'io.two'].map((id) => announce(again.kit, id))
    for (const [index, { connectRequests }] of puppets.entries()) {
      expect(connectRequests).toMatchObject([{ silent: true }])
      connectRequests[0]!.resolve(sessionOf([a, b][index]!))
    }
    await until(again.kit, (state) => connectionsOf(state, namespace).length === 2)
    expect(current(again.kit)).toMatchObject({ connectorId: 'io.two', address: b })
  })

  it('mirrors connect, switch and disconnect in a second tab', async () => {
    const storage = fakeStorage()
    const other = setUpKit({ storage })
    const [one, two] = ['io.one', 'io.two'].map((id) => announce(other.kit, id))
    const { kit } = await twoWallets(storage)
    await until(other.kit, () => one!.connectRequests.length > 0 && two!.connectRequests.length > 0)
    for (const [index, puppet] of [one!, two!].entries())
      for (const { resolve } of puppet.connectRequests) resolve(sessionOf([a, b][index]!))
    await until(other.kit, (state) => connectionsOf(state, namespace).length === 2)
    expect(current(other.kit)?.connectorId).toBe('io.two')
    switchConnection(kit, { namespace, connectorId: 'io.one' })
    expect(current(other.kit)?.connectorId).toBe('io.one')
    await disconnectConnector(kit, { namespace, connectorId: 'io.one' })
    expect(current(other.kit)?.connectorId).toBe('io.two')
    expect(ids(other.kit)).toEqual(['io.two'])
  })

  it('rejects an unknown account or wallet', async () => {
    const { kit } = await twoWallets()
    expect(() => switchConnection(kit, { namespace, connectorId: 'io.none' })).toThrow('not connected')
    expect(() => switchConnection(kit, { namespace, connectorId: 'io.one', address: b })).toThrow('does not share')
    expect(current(kit)?.connectorId).toBe('io.two')
  })
})

it('keeps the current wallet among the connected, and the connected among the known, whatever wallets do', () => {
  const connectorId = fc.constantFrom('1', '2', '3', ...Array.from({ length: maxConnections }, (_, n) => `more ${n}`))
  const session = sessionOf(a)
  const step = fc.oneof(
    connectorId.map(
      (id) => ({ type: 'account/connected', namespace, connectorId: id, how: 'user', ...session }) as const,
    ),
    connectorId.map((id) => ({ type: 'connection/restored', namespace, connectorId: id, ...session }) as const),
    fc
      .record({ connectorId, by: fc.constantFrom('user' as const, 'wallet' as const) })
      .map((left) => ({ type: 'connection/left', namespace, ...left }) as const),
    fc
      .constantFrom('user' as const, 'wallet' as const, 'otherTab' as const)
      .map((by) => ({ type: 'account/disconnected', namespace, by }) as const),
    fc
      .array(connectorId, { maxLength: 3 })
      .map((known) => ({ type: 'connections/heard', known: { eip155: known } }) as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { kit } = setUpKit()
      for (const each of steps) {
        const before = kit.store.get()
        // These events concern wallets that are not current.
        if (each.type === 'connection/left' && before.connections.eip155?.current === each.connectorId) continue
        if (each.type === 'connection/restored' && before.connections.eip155?.current === each.connectorId) continue
        kit.store.send(each)
        const state = kit.store.get()
        for (const family of namespaces) {
          const { current: now, known, connected } = state.connections[family] ?? { known: [], connected: [] }
          expect(connectedAccount(state, family)?.connectorId).toBe(now)
          const names = connected.map((one) => one.connectorId)
          if (now !== undefined) expect(names).toContain(now)
          expect(new Set(names).size).toBe(names.length)
          expect(known.length).toBeLessThanOrEqual(maxConnections + 1)
          for (const name of names) expect(known).toContain(name)
        }
      }
      kit.dispose()
    }),
  )
})
