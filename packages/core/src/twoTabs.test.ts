import { afterEach, beforeAll, expect, test } from 'vitest'
import { sessionOf } from '../test/puppetConnector.ts'
import { friend, me, planOf, sentHash, setUpSend } from '../test/setUpSend.ts'
import { scriptedSiwx, setUpSignIn } from '../test/setUpSignIn.ts'
import { tabs } from '../test/tabs.ts'
import { disconnect } from './features/connect/disconnect.ts'
import { connectorKey } from './features/connect/remembered.ts'
import { sendTransfer } from './features/send/sendTransfer.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import type { Transaction } from './model/transactions.ts'

// Two tabs of a site, one of which sleeps for an hour. On waking it receives storage events and due timers, in either
// order.

beforeAll(async () => {
  await Promise.all([
    import('./chains/eip155/eip155.ts'),
    import('./chains/eip155/sendTransfers.ts'),
    import('./chains/eip155/findTaker.ts'),
    import('./features/transactions/transactionTracking.ts'),
  ])
})
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const hour = 3_600_000
const orders = ['news first', 'timers first'] as const
const turns = async (count = 60) => {
  for (let turn = 0; turn < count; turn++) await new Promise((done) => setImmediate(done))
}

type Tab = ReturnType<ReturnType<typeof tabs>['open']>
type Set = { kit: Kit; clock: { sleep(ms: number): void }; page: { show(): void } }

async function wake(order: (typeof orders)[number], tab: Tab, { clock, page }: Set) {
  const steps = [() => tab.thaw(), () => clock.sleep(hour)]
  for (const step of order === 'news first' ? steps : steps.toReversed()) {
    step()
    await turns()
  }
  page.show()
  await turns()
}

/** A tab whose wallet reconnects, on a site that shares sign-ins between tabs. */
function openSignedIn(tab: Tab, siwx: ReturnType<typeof scriptedSiwx>['siwx']) {
  const set = setUpSignIn(siwx, { storage: tab.storage })
  kits.push(set.kit)
  const comeBack = async () => {
    await turns()
    for (const one of set.puppet.connectRequests.splice(0))
      if (one.silent) one.resolve(sessionOf(set.wallet.uses.address))
    await turns()
  }
  return { ...set, comeBack }
}

test.each(orders)('adopts another tab’s connection and sign-in when waking with %s', async (order) => {
  const { values, open } = tabs()
  const { siwx, kept } = scriptedSiwx()
  const [tab, sleepy] = [open(), open()]
  const first = openSignedIn(tab, siwx)
  await first.connect()
  await first.reach('asked')
  first.sign()
  await first.reach('signedIn')
  const second = openSignedIn(sleepy, siwx)
  await second.comeBack()
  await second.reach('signedIn')

  sleepy.freeze()
  await disconnect(first.kit)
  await turns()
  expect(kept()).toEqual([])
  await first.connect()
  await first.reach('asked')
  first.sign()
  await first.reach('signedIn')
  const before = [...values]
  await wake(order, sleepy, second)
  await second.comeBack()

  expect(kept()).toHaveLength(1)
  for (const { kit } of [first, second]) {
    expect(connectedAccount(kit.store.get(), 'eip155')?.connectorId).toBe('io.puppet')
    expect(kit.store.get().signIn?.phase).toBe('signedIn')
  }
  expect([...values]).toEqual(before)
})

test('disconnects with another tab, without overwriting its data', async () => {
  const { values, open } = tabs()
  const { siwx, kept } = scriptedSiwx()
  const [tab, other] = [open(), open()]
  const first = openSignedIn(tab, siwx)
  await first.connect()
  await first.reach('asked')
  first.sign()
  await first.reach('signedIn')
  const second = openSignedIn(other, siwx)
  await second.comeBack()
  const before = other.written.length
  await disconnect(first.kit)
  await turns()
  expect(connectedAccount(second.kit.store.get(), 'eip155')).toBeUndefined()
  expect(second.kit.store.get().signIn?.phase ?? 'idle').toBe('idle')
  expect(values.has(connectorKey('eip155'))).toBe(false)
  expect(other.written.slice(before)).toEqual([])
  expect(siwx.setSessions).toHaveBeenCalledTimes(1)
  expect(kept()).toEqual([])
})

const onChain = { from: me, to: friend, value: '0x1', input: '0x', nonce: '0x0' }
const statusesOf = ({ kit }: { kit: Kit }) => kit.store.get().transactions.map(({ status }) => status)
const stored = (values: Map<string, string>) =>
  (JSON.parse(values.get('@billfold/transactions') ?? '[]') as Partial<Transaction>[]).flatMap(
    ({ status }) => status ?? [],
  )

function openPaying(tab: Tab) {
  const set = setUpSend({ storage: tab.storage })
  kits.push(set.kit)
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await turns(6)
      set.clock.advance(10_000)
    }
    await turns()
  }
  return { ...set, pass }
}

async function pay({ kit, node, connector }: ReturnType<typeof openPaying>) {
  await sendTransfer(kit, { plan: planOf(), source: { connectorId: connector.id, address: me, type: 'eoa' } })
  node.state.transactions.set(sentHash, onChain)
  await turns()
}

test.each(orders)('keeps another tab’s confirmation of a payment when waking with %s', async (order) => {
  const { values, open } = tabs()
  const [tab, sleepy] = [open(), open()]
  const [first, second] = [openPaying(tab), openPaying(sleepy)]
  await pay(first)
  second.node.state.transactions.set(sentHash, onChain)
  await second.pass(20_000)
  expect([statusesOf(first), statusesOf(second)]).toEqual([['pending'], ['pending']])

  sleepy.freeze()
  first.node.mine(sentHash, onChain)
  await first.pass(120_000)
  expect(statusesOf(first)).toEqual(['confirmed'])
  const before = values.get('@billfold/transactions')
  // The sleeping tab's node has not seen the block, and that tab makes another payment.
  await wake(order, sleepy, second)
  expect([statusesOf(first), statusesOf(second), stored(values)]).toEqual([['confirmed'], ['confirmed'], ['confirmed']])
  expect(values.get('@billfold/transactions')).toBe(before)
})

test.each(orders)('keeps another tab’s dismissal of a payment when waking with %s', async (order) => {
  const { values, open } = tabs()
  const [tab, sleepy] = [open(), open()]
  const [first, second] = [openPaying(tab), openPaying(sleepy)]
  await pay(first)
  await second.pass(20_000)
  sleepy.freeze()
  const hash = `0x${'cd'.repeat(32)}`
  first.kit.store.send({ type: 'transaction/dismissed', hash: sentHash })
  expect(statusesOf(first)).toEqual([])
  // The sleeping tab first stores a payment of its own.
  second.wallet.sends = async () => hash
  second.node.state.transactions.set(hash, { ...onChain, nonce: '0x1', value: '0x2' })
  const own = sendTransfer(second.kit, {
    plan: planOf({ amount: 2n }),
    source: { connectorId: second.connector.id, address: me, type: 'eoa' },
  })
  await turns()
  await own
  await wake(order, sleepy, second)
  const hashes = ({ kit }: { kit: Kit }) => kit.store.get().transactions.map((t) => t.hash)
  expect([hashes(first), hashes(second), stored(values).length]).toEqual([[hash], [hash], 1])
  // A page opened later does not have it either.
  expect(hashes(openPaying(open()))).toEqual([hash])
})

test('keeps both payments when two tabs pay at the same time', async () => {
  const { values, open } = tabs()
  const [tab, sleepy] = [open(), open()]
  const [first, second] = [openPaying(tab), openPaying(sleepy)]
  sleepy.freeze()
  await pay(first)
  const hash = `0x${'cd'.repeat(32)}`
  second.wallet.sends = async () => hash
  await sendTransfer(second.kit, {
    plan: planOf({ amount: 2n }),
    source: { connectorId: second.connector.id, address: me, type: 'eoa' },
  })
  expect(stored(values)).toHaveLength(2)
  sleepy.thaw()
  await turns()
  for (const { kit } of [first, second])
    expect(new Set(kit.store.get().transactions.map((t) => t.hash))).toEqual(new Set([hash, sentHash]))
})
