import { expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { eip155 } from '../../chains/eip155/eip155.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { infoOf } from '../../model/connector.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { connectWallet } from './connectWallet.ts'
import { disconnect } from './disconnect.ts'
import { connectorKey } from './remembered.ts'

const a = `0x${'a'.repeat(40)}`
const knowing = (content: Record<string, string>) => setUpKit({ storage: fakeStorage(content) })
const remembering = () => knowing({ [connectorKey('eip155')]: 'io.puppet' })
const status = (kit: Kit) => kit.store.get().account.eip155.status
/** Its family's code is still loading. */
function slowChain(kit: Kit) {
  const { promise, resolve } = Promise.withResolvers<typeof eip155>()
  Object.assign(kit.chains, { eip155: () => promise })
  return { chain: eip155, ready: resolve }
}
function announce(kit: Kit, puppet = puppetConnector()) {
  kit.connectors.add(puppet.connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  return puppet
}

test('counts as disconnected after 3 s if a wallet stalls, and connects once it responds', async () => {
  const { kit, clock } = remembering()
  const { connectRequests } = announce(kit)
  expect(connectRequests).toMatchObject([{ silent: true }])
  clock.advance(3000)
  expect(status(kit)).toBe('disconnected')
  connectRequests[0]!.resolve(sessionOf(a))
  await until(kit, () => status(kit) === 'connected')
  expect(clock.waiting()).toBe(0)
})

test('unless the visitor did something else meanwhile', async () => {
  const { kit } = remembering()
  const { connectRequests } = announce(kit)
  const other = announce(kit, puppetConnector({ id: 'io.other', name: 'Other' }))
  const connecting = connectWallet(kit, { connectorId: 'io.other', namespace: 'eip155' })
  connectRequests[0]!.resolve(sessionOf(`0x${'b'.repeat(40)}`))
  other.connectRequests[0]!.resolve(sessionOf(a))
  await connecting
  expect(connectedAccount(kit.store.get())?.connectorId).toBe('io.other')
})

test.each(['alone', 'as the visitor'] as const)(
  'does not connect a session that ends before it is restored: %s',
  async (who) => {
    const { kit, log } = who === 'alone' ? remembering() : setUpKit()
    const { chain, ready } = slowChain(kit)
    const puppet = announce(kit)
    const connecting =
      who === 'alone' ? undefined : connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
    puppet.connectRequests[0]!.resolve(sessionOf(a))
    await new Promise<void>((done) => setImmediate(done))
    puppet.tell({ type: 'disconnected' })
    ready(chain)
    await (connecting ?? until(kit, () => status(kit) !== 'reconnecting'))
    await new Promise<void>((done) => setImmediate(done))
    expect(status(kit)).toBe('disconnected')
    if (who === 'alone') expect(log.infos.join()).toContain('Not reconnected')
    else expect(kit.store.get().connectAttempt).toMatchObject({ phase: 'failed', code: 'provider_disconnected' })
  },
)

test('ignores a wallet’s report on an earlier session', async () => {
  const { kit } = setUpKit()
  const puppet = announce(kit)
  const connecting = connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
  puppet.tell({ type: 'disconnected' })
  puppet.connectRequests[0]!.resolve(sessionOf(a))
  await connecting
  expect(status(kit)).toBe('connected')
})

test('does not delay other families for a sleeping one', async () => {
  const { kit } = knowing({ [connectorKey('solana')]: 'Sleepy', [connectorKey('eip155')]: 'io.puppet' })
  announce(kit, puppetConnector({ id: 'Sleepy', namespace: 'solana' }))
  const { connectRequests } = announce(kit)
  connectRequests[0]!.resolve(sessionOf(a))
  await until(kit, () => status(kit) === 'connected')
  expect(kit.store.get().account.solana.status).toBe('reconnecting')
})

test('leaves no timer behind when the page unloads', () => {
  const { kit, clock } = remembering()
  expect(clock.waiting()).toBe(1)
  kit.dispose()
  expect(clock.waiting()).toBe(0)
})

test('follows the first tab in the second, even to another wallet, without pulling back', async () => {
  const storage = fakeStorage()
  const tabs = [setUpKit({ storage }), setUpKit({ storage })] as const
  const wallets = tabs.map(({ kit }) => ({
    one: announce(kit, puppetConnector({ id: 'io.one', name: 'One' })),
    two: announce(kit, puppetConnector({ id: 'io.two', name: 'Two' })),
  }))
  for (const which of ['one', 'two'] as const) {
    const connecting = connectWallet(tabs[0].kit, { connectorId: `io.${which}`, namespace: 'eip155' })
    wallets[0]![which].connectRequests[0]!.resolve(sessionOf(a))
    await connecting
    wallets[1]![which].connectRequests[0]!.resolve(sessionOf(a))
    await until(tabs[1].kit, (s) => connectedAccount(s)?.connectorId === `io.${which}`)
    expect(connectedAccount(tabs[0].kit.store.get())?.connectorId).toBe(`io.${which}`)
    expect(storage.values.get(connectorKey('eip155'))).toBe(`io.${which}`)
  }
  await disconnect(tabs[0].kit)
  for (const { kit } of tabs) expect(status(kit)).toBe('disconnected')
  expect(storage.values.get('@appkit/connection_status')).toBe('disconnected')
})

test('disconnects the page even if wallets fail, and reports all reasons together', async () => {
  const { kit, log, clock } = setUpKit()
  const angry = puppetConnector({}, { disconnect: () => Promise.reject(new Error('no way')) })
  const silent = puppetConnector({ namespace: 'solana' }, { disconnect: () => new Promise(() => undefined) })
  for (const { connector } of [angry, silent]) {
    kit.connectors.add(connector)
    const { namespace } = connector
    kit.store.send({
      type: 'account/connected',
      namespace,
      connectorId: connector.id,
      how: 'user',
      ...sessionOf(a, `${namespace}:1`),
    })
  }
  const leaving = disconnect(kit)
  expect(status(kit)).toBe('disconnected')
  await new Promise<void>((done) => setImmediate(done))
  clock.advance(3000)
  await leaving
  const message = 'Failed to disconnect chain eip155: no way, Failed to disconnect chain solana: The request timed out'
  expect(log.errors).toEqual([message])
  expect(kit.store.get().notice).toMatchObject({ notice: { code: 'disconnectFailed' } })
})

test('disconnects a session in all its families, and keeps others', async () => {
  const { kit } = setUpKit()
  for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
    const own = namespace === 'bip122' ? { id: 'io.alone' } : { id: 'io.linked', linked: true }
    const { connector } = puppetConnector({ ...own, namespace })
    kit.connectors.add(connector)
    kit.store.send({
      type: 'account/connected',
      namespace,
      connectorId: own.id,
      how: 'user',
      ...sessionOf(a, `${namespace}:1`),
    })
  }
  await disconnect(kit, { namespace: 'eip155' })
  const { eip155, solana, bip122 } = kit.store.get().account
  expect([eip155.status, solana.status, bip122.status]).toEqual(['disconnected', 'disconnected', 'connected'])
})
