import { expect, onTestFinished, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { trackedEventsOf } from '../analytics/trackedEventOf.ts'
import { disconnect } from './disconnect.ts'

test.each([
  [true, { event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } }],
  [false, { event: 'DISCONNECT_ERROR', properties: { message: 'Failed to disconnect chain eip155: no way' } }],
])('tracks a disconnection, and its reason when it fails: %s', async (works, event) => {
  const { kit } = setUpKit()
  onTestFinished(() => kit.dispose())
  const refuse = () => Promise.reject(new Error('no way'))
  const { connector } = puppetConnector({}, works ? {} : { disconnect: refuse })
  kit.connectors.add(connector)
  const place = { namespace: 'eip155', connectorId: connector.id } as const
  kit.store.send({ type: 'account/connected', ...place, how: 'user', ...sessionOf('0xabc') })
  const events: { event: string }[] = []
  kit.store.onEvent((...change) => void events.push(...trackedEventsOf(...change)))
  await disconnect(kit, { namespace: 'eip155' })
  expect(events).toEqual([event])
})
