import { KitError } from '@billfold/protocol/error'
import { QueryObserver } from '@tanstack/query-core'
import { afterEach, expect, test, vi } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { supportedChainsQuery } from '../features/balances/supportedChainsQuery.ts'
import type { Kit } from '../kit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { queriesOf } from './queriesOf.ts'

const kits: Kit[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const kit of kits.splice(0)) kit.dispose()
})

/** Observes a query whose server responses are mocked. */
async function look() {
  const server = { status: 500 }
  const http = fakeHttp(() => ({ status: server.status, body: { http: ['eip155:1'], ws: [] } }))
  const set = setUpKit({ http })
  kits.push(set.kit)
  // The response parser loads with the first query, in real time.
  await set.kit.api.getSupportedChains({}).catch(() => undefined)
  http.requests.length = 0
  vi.useFakeTimers()
  const observer = new QueryObserver(queriesOf(set.kit), supportedChainsQuery(set.kit))
  const stop = observer.subscribe(() => undefined)
  const requestCount = () => http.requests.filter(({ url }) => url.includes('/supported-chains')).length
  return { ...set, server, observer, stop, requestCount }
}

test('retries a failed query with backoff, if retrying can help', () => {
  const { refetchInterval } = supportedChainsQuery(setUpKit().kit)
  const after = (errorUpdateCount: number, error: unknown = new KitError('unavailable')) =>
    refetchInterval({ state: { error, errorUpdateCount } })
  expect([1, 2, 3, 4, 50].map((count) => after(count))).toEqual([4000, 8000, 16_000, 30_000, 30_000])
  expect(after(1, new KitError('not_found'))).toBe(false)
  expect(after(1, null)).toBe(false)
})

test.each(['online', 'focus'])('retries a failed query at once on %s', async (type) => {
  const { kit, server, observer } = await look()
  await vi.advanceTimersByTimeAsync(1100)
  server.status = 200
  kit.ports.page.events.dispatchEvent(new Event(type))
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().data).toEqual(['eip155:1'])
})

test('does not refetch an unobserved or successful query', async () => {
  const { kit, page, server, observer, stop, requestCount } = await look()
  await vi.advanceTimersByTimeAsync(1100)
  stop()
  page.show()
  kit.ports.page.events.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestCount()).toBe(2)
  server.status = 200
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  page.show()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestCount()).toBe(3)
})

test('has no supported chains on a site without a server', async () => {
  const { server, observer, requestCount } = await look()
  server.status = 404
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().data).toEqual([])
  expect(requestCount()).toBeLessThan(3)
})
