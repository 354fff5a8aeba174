import { expect, test } from 'vitest'
import { fakeClock } from './fakeClock.ts'
import { browserHttp, type HttpRequest } from './http.ts'

const request: HttpRequest = { url: 'https://x.example/', method: 'GET', timeoutMs: 1000, maxBytes: 10 }
const never: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init!.signal!.addEventListener('abort', () => reject(new Error('aborted')))
  })
const answering =
  (body: BodyInit | null, status = 200): typeof fetch =>
  async () =>
    new Response(body, { status })

test('returns any status, and sends no cookies', async () => {
  let init: RequestInit | undefined
  const clock = fakeClock()
  const http = browserHttp(clock, async (_, given) => {
    init = given
    return new Response('no', { status: 418 })
  })
  expect(await http({ ...request, method: 'POST', body: '{}' })).toEqual({ status: 418, body: 'no' })
  expect(init).toMatchObject({ credentials: 'omit', method: 'POST', body: '{}' })
  expect(clock.waiting()).toBe(0)
})

test('names a timeout, an abort, an oversized response and a failed connection', async () => {
  const clock = fakeClock()
  const slow = browserHttp(clock, never)(request)
  clock.advance(1000)
  await expect(slow).rejects.toMatchObject({ code: 'timeout' })
  const own = new AbortController()
  const given = browserHttp(clock, never)({ ...request, signal: own.signal })
  own.abort()
  await expect(given).rejects.toMatchObject({ code: 'aborted' })
  await expect(browserHttp(clock, never)({ ...request, signal: own.signal })).rejects.toMatchObject({ code: 'aborted' })
  await expect(browserHttp(clock, answering('x'.repeat(11)))(request)).rejects.toMatchObject({ code: 'body_too_large' })
  await expect(browserHttp(clock, async () => Promise.reject(new TypeError('down')))(request)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(await browserHttp(clock, answering(null, 204))(request)).toEqual({ status: 204, body: '' })
  expect(clock.waiting()).toBe(0)
})
