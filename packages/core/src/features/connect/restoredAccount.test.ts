import { getAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { infoOf, type Session, type WalletAccount } from '../../model/connector.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { connectionsOf } from './connections.ts'
import { connectWallet } from './connectWallet.ts'
import { disconnect } from './disconnect.ts'
import { switchConnection } from './switchConnection.ts'

beforeAll(() => import('../../chains/eip155/eip155.ts'))

const [a, b, c] = ['a', 'b', 'c'].map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [string, string, string]
const namespace = 'eip155'
const key = '@billfold/accounts'
type Shared = readonly [WalletAccount, ...WalletAccount[]]
const sharing = (...accounts: Shared): Session => ({ ...sessionOf(accounts[0].address), accounts })
/** One address as an EOA and as a smart account (EIP-7702). */
const smart: WalletAccount = { address: a, type: 'smartAccount' }

/** A page with a wallet that responds with these accounts. */
async function visit(storage: ReturnType<typeof fakeStorage>, shared: Shared, connectorId = 'io.one') {
  const set = setUpKit({ storage })
  const puppet = puppetConnector({ id: connectorId, name: connectorId })
  set.kit.connectors.add(puppet.connector)
  set.kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  const connecting = puppet.connectRequests.length > 0 ? undefined : connectWallet(set.kit, { connectorId, namespace })
  puppet.connectRequests.at(-1)!.resolve(sharing(...shared))
  await connecting
  await until(set.kit, (state) => connectedAccount(state, namespace) !== undefined)
  return { ...set, puppet, connectorId, inUse: () => connectedAccount(set.kit.store.get(), namespace) }
}

test.each([
  [[eoa(a), eoa(b)] as const, eoa(b)],
  [[eoa(a), smart] as const, smart],
])('keeps the active account across a reload (%j)', async (shared, chosen) => {
  const storage = fakeStorage()
  const first = await visit(storage, shared)
  switchConnection(first.kit, { namespace, connectorId: 'io.one', ...chosen })
  expect(first.inUse()).toMatchObject(chosen)
  first.kit.dispose()
  const second = await visit(storage, shared)
  expect(second.puppet.connectRequests).toMatchObject([{ silent: true }])
  expect(second.inUse()).toMatchObject(chosen)
  expect(connectionsOf(second.kit.store.get(), namespace)[0]).toMatchObject(chosen)
  second.kit.dispose()
  expect((await visit(storage, shared)).inUse()).toMatchObject(chosen)
})

test('uses the wallet’s account if it no longer shares the stored one or has switched since', async () => {
  for (const shared of [
    [eoa(a), eoa(c)],
    [eoa(c), eoa(a), eoa(b)],
  ] as [Shared, Shared]) {
    const storage = fakeStorage()
    const { kit } = await visit(storage, [eoa(a), eoa(b)])
    switchConnection(kit, { namespace, connectorId: 'io.one', address: b })
    kit.dispose()
    const again = await visit(storage, shared)
    expect(again.inUse()).toMatchObject(shared[0])
    // A stale choice is deleted.
    expect(storage.values.has(key)).toBe(false)
  }
})

test('stores the choice per wallet, even for one that is not current', async () => {
  const storage = fakeStorage()
  const { kit } = await visit(storage, [eoa(a), eoa(b)])
  switchConnection(kit, { namespace, connectorId: 'io.one', address: b })
  const two = puppetConnector({ id: 'io.two', name: 'io.two' })
  kit.connectors.add(two.connector)
  const connecting = connectWallet(kit, { connectorId: 'io.two', namespace })
  two.connectRequests.at(-1)!.resolve(sharing(eoa(c)))
  await connecting
  kit.dispose()
  const again = await visit(storage, [eoa(c)], 'io.two')
  const one = puppetConnector({ id: 'io.one', name: 'io.one' })
  again.kit.connectors.add(one.connector)
  again.kit.store.send({ type: 'connector/announced', connector: infoOf(one.connector) })
  one.connectRequests[0]!.resolve(sharing(eoa(a), eoa(b)))
  const state = await until(again.kit, (now) => connectionsOf(now, namespace).length === 2)
  expect(connectionsOf(state, namespace).map(({ connectorId, address }) => [connectorId, address])).toEqual([
    ['io.two', c],
    ['io.one', b],
  ])
})

test('drops the choice with its wallet, and keeps another tab’s', async () => {
  const storage = fakeStorage()
  const { kit } = await visit(storage, [eoa(a), eoa(b)])
  const other = await visit(storage, [eoa(a), eoa(b)])
  switchConnection(kit, { namespace, connectorId: 'io.one', address: b })
  expect(JSON.parse(storage.values.get(key)!)).toEqual({ eip155: { 'io.one': `${a} eoa,${b} eoa` } })
  other.kit.store.send({ type: 'network/selected', networkId: 'eip155:10' })
  expect(storage.values.has(key)).toBe(true)
  await disconnect(kit)
  expect(storage.values.has(key)).toBe(false)
})

test.each(['{', '[]', '7', 'null', '"x"', '{"eip155":7}', '{"eip155":null}', '{"eip155":{"io.one":{}}}'])(
  'ignores invalid storage: %s',
  async (text) => {
    const storage = fakeStorage()
    const { kit } = await visit(storage, [eoa(a), eoa(b)])
    kit.dispose()
    storage.values.set(key, text)
    expect((await visit(storage, [eoa(a), eoa(b)])).inUse()).toMatchObject(eoa(a))
  },
)
