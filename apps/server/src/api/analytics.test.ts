import { beforeEach, describe, expect, it } from 'vitest'
import { appDeps, shop } from '../../test/appDeps.ts'
import type { RecordEvent } from '../analytics/recordEvent.ts'
import { createApp } from '../createApp.ts'

const event = {
  eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c111',
  url: 'https://shop.example/cart?x=1',
  domain: 'shop.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
}
const kept: { projectId: string; event: string }[] = []
let last: object | undefined
beforeEach(() => void kept.splice(0))

function post(
  body: unknown,
  { path = '/e', features = { analytics: true } as object, headers = {}, limit = 1_000_000 } = {},
) {
  const recordEvent: RecordEvent = async (projectId, { props, timestamp }) => {
    kept.push({ projectId, event: props.event })
    last = { properties: props.properties, timestamp }
  }
  const app = createApp(appDeps({ recordEvent, bodyLimitBytes: limit }, [{ ...shop, features }]))
  return app.request(`${path}?projectId=shop&st=appkit&sv=react-wagmi-1.7.1`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { origin: 'https://shop.example', ...headers },
  })
}

describe('POST /e', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json', 'application/x-www-form-urlencoded', 'image/png'])(
    'accepts an event as %s',
    async (type) => {
      const response = await post(event, { headers: { 'content-type': type } })
      expect(response.status).toBe(202)
      expect(await response.json()).toEqual({ status: 'ACCEPTED' })
      expect(kept).toEqual([{ projectId: 'shop', event: 'MODAL_OPEN' }])
    },
  )

  it('responds alike but stores nothing while the project has analytics off', async () => {
    for (const features of [{}, { analytics: false }]) {
      const response = await post(event, { features })
      expect([response.status, await response.json()]).toEqual([202, { status: 'ACCEPTED' }])
    }
    expect(kept).toEqual([])
  })

  it('rejects pages of other origins', async () => {
    const response = await post(event, { headers: { origin: 'https://evil.example' } })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://evil.example')
    expect(kept).toEqual([])
  })

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  it.each([
    ['no event', {}, 'eventId'],
    ['an id that is none', { ...event, eventId: '1' }, 'eventId'],
    ['a name in small letters', { ...event, props: { ...event.props, event: 'modal_open' } }, 'props.event'],
    ['a name without end', { ...event, props: { ...event.props, event: 'A'.repeat(65) } }, 'props.event'],
    ['a time that is none', { ...event, timestamp: 'now' }, 'timestamp'],
    ['a time beyond the calendar', { ...event, timestamp: 9e15 }, 'timestamp'],
    ['another type', { ...event, props: { ...event.props, type: 'steal' } }, 'props.type'],
    ['a long page', { ...event, url: 'x'.repeat(5_000) }, 'url'],
    ['a long address', { ...event, props: { ...event.props, address: 'x'.repeat(201) } }, 'props.address'],
    ['a list', { ...event, props: { ...event.props, properties: [1] } }, 'props.properties'],
    ['too much', { ...event, props: { ...event.props, properties: { a: 'x'.repeat(4_100) } } }, 'props.properties'],
    ['too deep', JSON.stringify(event).replace('{"connected":false}', `{"a":${deep}}`), 'props.properties'],
  ])('rejects %s with 422 and the name of the field', async (_, body, field) => {
    const response = await post(body)
    expect(response.status).toBe(422)
    const { reasons } = (await response.json()) as { reasons: { field: string }[] }
    expect(reasons[0]?.field).toBe(field)
    expect(kept).toEqual([])
  })

  it.each(['', '{', 'null', '[]', '"x"'])('rejects a body of %j', async (body) => {
    expect([400, 422]).toContain((await post(body)).status)
    expect(kept).toEqual([])
  })

  it('accepts an error event of a stock kit 1.8.0, with its time in words, but without its stack', async () => {
    const props = { type: 'error', event: 'API_ERROR', errorType: 'TypeError', errorMessage: 'no', stackTrace: 'at x' }
    const response = await post({ ...event, timestamp: '2026-11-18T01:02:03.004Z', props })
    expect(response.status).toBe(202)
    expect(kept).toEqual([{ projectId: 'shop', event: 'API_ERROR' }])
    expect(last).toEqual({
      properties: { errorType: 'TypeError', message: 'no' },
      timestamp: Date.UTC(2026, 10, 18, 1, 2, 3, 4),
    })
  })

  it('reports a storage failure', async () => {
    const recordEvent = async () => Promise.reject(new Error('the disk is full at 10.0.0.1'))
    const app = createApp(appDeps({ recordEvent }))
    const response = await app.request('/e?projectId=shop', { method: 'POST', body: JSON.stringify(event) })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('disk')
  })
})

describe('POST /batch', () => {
  const first = {
    eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c112',
    timestamp: 1_700_000_000_000,
    domain: 'shop.example',
    props: { event: 'INIT', type: '', properties: { client_id: 'did:key:z6Mk', user_agent: 'wc-2/js-2.21.8' } },
  }
  const second = {
    ...first,
    eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c113',
    bundleId: 'shop',
    props: {
      event: 'ERROR',
      type: 'PAIRING:EXPIRED',
      properties: { topic: 'ab'.repeat(32), trace: ['pairing_started', 'pairing_expired'] },
    },
  }

  it('accepts the events of the stock WalletConnect client, and stores nothing about the visitor', async () => {
    const response = await post([first, second], { path: '/batch' })
    expect([response.status, await response.json()]).toEqual([202, { status: 'ACCEPTED' }])
    expect(kept.map(({ event: name }) => name)).toEqual(['INIT', 'ERROR'])
    expect(last).toEqual({
      properties: { errorType: 'PAIRING:EXPIRED', trace: ['pairing_started', 'pairing_expired'] },
      timestamp: first.timestamp,
    })
  })

  it.each([
    ['an object', {}],
    ['what is no JSON', '['],
    ['too many', Array(51).fill(first)],
    ['one that is none', [first, { eventId: 'x' }]],
  ])('rejects %s, and stores none of it', async (_, body) => {
    expect((await post(body, { path: '/batch' })).status).toBe(422)
    expect(kept).toEqual([])
  })
})
