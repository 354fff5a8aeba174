import { beforeAll, expect, test } from 'vitest'
import { sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { closeModal } from '../modal/closeModal.ts'
import { openModal } from '../modal/openModal.ts'

// Preloaded, so that the tests see calls immediately.
beforeAll(() =>
  Promise.all([
    import('../../api/createDialogApi.ts'),
    import('../../api/reportApiProblem.ts'),
    import('./postEvent.ts'),
  ]),
)

/** Lets responses take effect without advancing the clock. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((done) => setImmediate(done))
}

function setUp({ site, project, status = 200 }: { site: boolean; project: boolean | 'down'; status?: number }) {
  const http = fakeHttp(({ url }) => {
    if (url.includes('/getWallets')) return { body: { data: [], count: 0 } }
    if (url.includes('/getAnalyticsConfig'))
      return project === 'down' ? { status: 500, body: '' } : { body: { isAnalyticsEnabled: project } }
    return { status, body: { status: 'ok' } }
  })
  const set = setUpKit({ http, features: site ? { analytics: true } : {} })
  const posted = () => http.requests.filter((r) => r.method === 'POST')
  return { ...set, posted, events: () => posted().map((r) => JSON.parse(r.body!).props.event) }
}

test.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
  [true, 'down', false],
] as const)('site %s and project %s: sent %s', async (site, project, isSent) => {
  const { kit, events } = setUp({ site, project })
  openModal(kit)
  await settle()
  expect(events()).toEqual(isSent ? ['INITIALIZE', 'MODAL_OPEN'] : [])
})

test('sends the wire’s shape, with the SDK’s identity in the query', async () => {
  const { kit, posted } = setUp({ site: true, project: true })
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.one',
    how: 'user',
    ...sessionOf('0xabc'),
  })
  openModal(kit)
  closeModal(kit)
  await settle()
  const [start, ...bodies] = posted().map((r) => JSON.parse(r.body!))
  expect(start.props).toMatchObject({
    event: 'INITIALIZE',
    properties: { projectId: 'test-project', networks: ['eip155:1', 'eip155:10', expect.stringMatching(/^solana:/)] },
  })
  // A node URL may contain a key.
  expect(JSON.stringify(start)).not.toContain('127.0.0.1')
  expect(bodies.map((b) => b.props)).toEqual([
    { type: 'track', event: 'CONNECT_SUCCESS', properties: { method: 'browser', name: 'Unknown' }, address: '0xabc' },
    { type: 'track', event: 'MODAL_OPEN', properties: { connected: true }, address: '0xabc' },
    { type: 'track', event: 'MODAL_CLOSE', properties: { connected: true }, address: '0xabc' },
  ])
  expect(bodies[0]).toMatchObject({ url: 'https://site.example/app?x=1', domain: 'https://site.example' })
  expect(new URL(posted()[0]!.url).searchParams.get('projectId')).toBe('test-project')
})

test('reports a refused origin once, with the fix, in the log and the alert bar', async () => {
  const { kit, log } = setUp({ site: true, project: true, status: 403 })
  for (let i = 0; i < 2; i++) {
    openModal(kit)
    await settle()
  }
  const sentence =
    'The API at https://site.example refuses pages of https://site.example for the project "test-project": add this origin to the project, or set projectId to one that allows it.'
  expect(log.errors).toEqual([`Invalid App Configuration: ${sentence}`])
  expect(kit.store.get().alert).toMatchObject({ code: 'invalidAppConfiguration', detail: sentence })
})
