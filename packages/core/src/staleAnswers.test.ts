import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../test/puppetConnector.ts'
import { setUpKit } from '../test/setUpKit.ts'
import { cancelConnect, connectWallet } from './features/connect/connectWallet.ts'
import type { Kit } from './kit.ts'
import { connectedAccount } from './model/connectedAccount.ts'
import { infoOf } from './model/connector.ts'

// Preloaded, so that the tests have the family immediately.
beforeAll(() => import('./chains/eip155/eip155.ts'))

const addressOf = (index: number) => `0x${String(index + 1).padStart(40, '0')}`
/** Lets responses take effect without advancing the clock. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((done) => setImmediate(done))
}

function add(kit: Kit, puppet: ReturnType<typeof puppetConnector>) {
  kit.connectors.add(puppet.connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  return puppet
}

type Step = { do: 'start' } | { do: 'cancel' } | { do: 'answer' | 'refuse'; which: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ do: 'start' }, { do: 'cancel' }),
  fc.record({ do: fc.constantFrom('answer' as const, 'refuse' as const), which: fc.nat(5) }),
)

test('applies only the latest attempt that was not cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { kit } = setUpKit()
      const { connectRequests } = add(kit, puppetConnector())
      let live: number | undefined
      let expected: string | undefined
      const settled = new Set<number>()
      for (const next of steps) {
        if (next.do === 'start') {
          live = connectRequests.length
          void connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
        } else if (next.do === 'cancel') {
          live = undefined
          cancelConnect(kit)
        } else if (connectRequests[next.which] && !settled.has(next.which)) {
          settled.add(next.which)
          if (next.do === 'answer') connectRequests[next.which]!.resolve(sessionOf(addressOf(next.which)))
          else connectRequests[next.which]!.reject({ code: 4001 })
          if (live === next.which && next.do === 'answer') expected = addressOf(next.which)
          if (live === next.which) live = undefined
        }
        await settle()
        expect(connectedAccount(kit.store.get())?.address).toBe(expected)
        expect(kit.store.get().connectAttempt.phase === 'connecting').toBe(live !== undefined)
      }
      kit.dispose()
    }),
    { numRuns: 60 },
  )
})

test('ignores events and late responses after dispose', async () => {
  const { kit, clock, storage } = setUpKit()
  const puppet = add(kit, puppetConnector())
  const connecting = connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
  puppet.connectRequests[0]!.resolve(sessionOf(addressOf(0)))
  await connecting
  expect(puppet.listeners.size).toBe(1)
  const again = connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
  kit.dispose()
  kit.dispose()
  const before = kit.store.get()
  puppet.connectRequests[1]!.resolve(sessionOf(addressOf(1)))
  await again
  expect(kit.store.get()).toBe(before)
  expect(puppet.listeners.size).toBe(0)
  expect(clock.waiting()).toBe(0)
  const stored = new Map(storage.values)
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'user' })
  expect(storage.values).toEqual(stored)
})
