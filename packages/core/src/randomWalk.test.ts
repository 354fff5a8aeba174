import { namespaces } from '@billfold/protocol/caip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../test/puppetConnector.ts'
import { setUpKit } from '../test/setUpKit.ts'
import { isSameAccount } from './features/connect/connections.ts'
import { closeModal } from './features/modal/closeModal.ts'
import { currentView } from './features/modal/modal.ts'
import { goBack } from './features/modal/navigate.ts'
import { isViewReady, viewRules } from './features/modal/viewRules.ts'
import type { WalletAccount } from './model/connector.ts'
import type { View } from './model/modal.ts'
import type { Event, State } from './model/state.ts'

const wallet = { id: 'w', name: 'W', rdns: 'w.w' }
const networkId = fc.constantFrom(
  'eip155:1',
  'eip155:10',
  'eip155:999',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const,
)
const namespace = fc.constantFrom(...namespaces)
const connectorId = fc.constantFrom('io.one', 'io.two')
const shared: readonly [WalletAccount, ...WalletAccount[]] = [
  { address: '0xa', type: 'smartAccount' },
  { address: '0xa', type: 'eoa' },
  { address: '0xb', type: 'eoa' },
]
const at = { accounts: shared, approvedNetworkIds: [], supportsAllNetworks: true }

const plainNames = (Object.keys(viewRules) as View['name'][]).filter((name) => !viewRules[name].isWhole)
const view: fc.Arbitrary<View> = fc.oneof(
  fc.constantFrom(...plainNames.map((name) => ({ name }) as View)),
  fc.constant<View>({ name: 'Downloads', wallet }),
  fc.record({ name: fc.constant('ConnectingExternal' as const), connectorId, namespace }),
  fc.record({ name: fc.constant('ConnectingMultiChain' as const), connectorId }),
  fc.record({ name: fc.constant('SwitchNetwork' as const), networkId }),
  fc.record({ name: fc.constant('SwitchActiveChain' as const), namespace }),
  fc.record({ name: fc.constant('SwapSelectToken' as const), side: fc.constantFrom('from', 'to') }),
  fc.record({ name: fc.constantFrom('SwapStatus' as const, 'WalletSendStatus' as const), hash: fc.constant('0x1') }),
  // A site's JavaScript may name unknown views, or views that need data.
  fc.constantFrom('Nowhere', 'toString', 'Downloads', 'SwitchNetwork').map((name) => ({ name }) as unknown as View),
)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constantFrom('modal/opened', 'modal/pushed', 'modal/reset', 'modal/replaced'), view }),
  fc.record({ type: fc.constant('modal/wentBackToIndex'), index: fc.integer({ min: -2, max: 6 }) }),
  fc.constantFrom<Event>(
    { type: 'modal/wentBack' },
    { type: 'modal/refusedToClose' },
    { type: 'alert/closed' },
    { type: 'switch/cancelled' },
    { type: 'disconnect/failed', message: 'no' },
    { type: 'send/edited', change: { amount: '1', to: '0xb' } },
    { type: 'swap/edited', change: { amount: '1' } },
  ),
  fc.record({ type: fc.constantFrom('connect/started', 'account/reconnecting'), namespace, connectorId }),
  fc.record({ type: fc.constantFrom('connect/declined', 'connect/cancelled', 'account/reconnectFailed'), namespace }),
  fc.record({
    type: fc.constant('account/connected'),
    namespace,
    connectorId,
    networkId,
    how: fc.constantFrom('user', 'reconnect'),
    ...Object.fromEntries(Object.entries(at).map(([key, value]) => [key, fc.constant(value)])),
  }),
  fc.record({ type: fc.constant('account/networkChanged'), namespace, connectorId, networkId }),
  fc.record({
    type: fc.constant('account/changed'),
    namespace,
    account: fc.constantFrom(...shared),
    accounts: fc.constant(shared),
  }),
  fc.record({
    type: fc.constant('account/disconnected'),
    namespace,
    by: fc.constantFrom('user', 'wallet', 'otherTab'),
  }),
  fc.record({ type: fc.constant('switch/succeeded'), namespace, connectorId, networkId }),
  fc.record({
    type: fc.constantFrom('switch/started', 'switch/declined', 'network/selected', 'network/removed'),
    networkId,
  }),
  fc.record({ type: fc.constant('network/namespaceActivated'), namespace }),
  fc.constant({
    type: 'notice/raised',
    notice: { code: 'addressCopied', variant: 'success', autoClose: true },
  } satisfies Event),
) as fc.Arbitrary<Event>

function assertPossible(state: State) {
  const { modal, account, network, connectAttempt, switchAttempt, notice } = state
  expect(modal.history.length).toBeGreaterThan(0)
  expect(currentView(modal)).toBe(modal.history.at(-1))
  for (const each of modal.history) expect(isViewReady(state, each), `${each.name} has what it needs`).toBe(true)
  if (!modal.open) expect(modal).toMatchObject({ shake: false })
  for (const each of namespaces) {
    const own = account[each]
    if (own.status === 'connected') expect(own.accounts.some((one) => isSameAccount(one, own))).toBe(true)
    if (own.status === 'connected') expect(state.remembered[each]).toBeDefined()
    if (own.status === 'connected') expect(own.networkId.startsWith(`${each}:`)).toBe(true)
    if (own.status === 'disconnected') expect(own).toEqual({ status: 'disconnected' })
  }
  expect(network.requested.some((n) => n.namespace === network.activeNamespace)).toBe(true)
  for (const id of Object.values(network.selected)) expect(network.requested.map((n) => n.networkId)).toContain(id)
  expect(['idle', 'connecting', 'declined', 'failed']).toContain(connectAttempt.phase)
  expect(['idle', 'switching', 'declined', 'failed']).toContain(switchAttempt.phase)
  expect(['hidden', 'shown', 'changing']).toContain(notice.phase)
}

test('reaches only valid states with a way out, on any path', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { kit, clock } = setUpKit({ debug: false })
      const puppets = ['io.one', 'io.two'].map((id) => puppetConnector({ id, name: id }))
      for (const { connector } of puppets) kit.connectors.add(connector)
      for (const each of events) {
        kit.store.send(each)
        assertPossible(kit.store.get())
      }
      // Going back exits after as many steps as there are views.
      const { history } = kit.store.get().modal
      for (let step = 0; step < history.length && kit.store.get().modal.open; step++) goBack(kit)
      expect(kit.store.get().modal.open).toBe(false)
      // Closing exits at once, from the same place.
      kit.store.send({ type: 'modal/opened', view: history[0] })
      for (const each of events) kit.store.send(each)
      closeModal(kit)
      expect(kit.store.get().modal.open).toBe(false)
      clock.advance(60_000)
      expect(kit.store.get().notice.phase).toBe('hidden')
      expect(kit.store.get().modal.shake).toBe(false)
      assertPossible(kit.store.get())
      kit.dispose()
      expect(clock.waiting()).toBe(0)
      // A late wallet response after dispose changes nothing.
      const last = kit.store.get()
      for (const { connectRequests, listeners } of puppets) {
        for (const { resolve } of connectRequests) resolve(sessionOf('0xa'))
        expect(listeners.size).toBe(0)
      }
      expect(kit.store.get()).toBe(last)
    }),
    { numRuns: 150 },
  )
})
