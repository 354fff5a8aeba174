import { KitError } from '@billfold/protocol/error'
import { expect, it } from 'vitest'
import { appDeps, shop } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'
import { blot } from './createLog.ts'
import { describeError } from './describeError.ts'

const secrets = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  solana: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  email: 'ada.lovelace@example.com',
  token: 'tk-live-77f0',
  otp: 'code-493817',
}
const everything = Object.values(secrets).join(' ')

function expectNothingOf(lines: string[]) {
  const text = decodeURIComponent(lines.join('\n')).toLowerCase()
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret.toLowerCase())
}

it('writes nothing that a caller sent, in any field or outcome', async () => {
  const failures = [
    () => new Error(`no row for ${everything}`),
    () => new Error('outer', { cause: new TypeError(everything) }),
    () => Object.assign(new Error('x'), { code: secrets.email, name: everything }),
    () => Object.assign(new Error(`first\n    at ${everything} (/a.ts:1:1)\nlast`), { detail: everything }),
    () =>
      Object.assign(new Error('before'), { message: everything, stack: `Error: ${everything}\n    at ${everything}` }),
    () => new KitError('internal', { message: everything, cause: new Error(everything) }),
    () => new KitError('unavailable', { message: everything }),
  ]
  const deps = appDeps({
    mount: (app) =>
      void app.all('/things/:id', async (c) => {
        await c.req.text()
        const fail = failures[Number(c.req.query('fail'))]
        if (fail) throw fail()
        return c.json({ echo: everything })
      }),
  })
  const app = createApp(deps)
  const headers = {
    authorization: `Bearer ${secrets.token}`,
    cookie: `s=${secrets.token}`,
    'x-request-id': everything,
    'x-forwarded-for': secrets.email,
    'user-agent': everything,
    referer: `https://shop.example/${secrets.email}`,
  }
  const q = encodeURIComponent(everything)
  for (const id of [q, ...Object.values(secrets)])
    for (let fail = 0; fail <= failures.length; fail++)
      await app.request(`/things/${id}?projectId=shop&fail=${fail}&q=${q}`, {
        method: 'POST',
        headers,
        body: everything,
      })
  await app.request(`/nowhere/${q}?projectId=shop`, { headers })
  await app.request(`/getAnalyticsConfig?projectId=${q}`, { headers })
  await app.request(`/getAnalyticsConfig?projectId=${secrets.token}`, { headers })
  await app.request(`/getAnalyticsConfig?projectId=shop`, {
    headers: { ...headers, origin: `https://${secrets.token}` },
  })
  expectNothingOf(deps.lines)
  expect(deps.lines.join('')).toContain('"route":"/things/:id"')
  expect(deps.lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(10)
})

it('writes nothing when the database fails with a caller in its message', async () => {
  const find = async () => Promise.reject(Object.assign(new Error(everything), { detail: everything }))
  const deps = appDeps({ findProject: find })
  const response = await createApp(deps).request(`/getAnalyticsConfig?projectId=${shop.id}`)
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ code: 'internal', reasons: [{ description: 'Something went wrong' }] })
  expectNothingOf(deps.lines)
})

it('still says enough to find the fault', () => {
  const described = describeError(
    new TypeError('secret', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
  )
  expect(described).toMatchObject({ name: 'TypeError', cause: { name: 'Error', code: 'ECONNRESET' } })
  expect(JSON.stringify(described)).toContain('createLog.test.ts')
  expect(JSON.stringify(described)).not.toContain('secret')
})

it('redacts what slipped through', () => {
  const line = `{"a":"${secrets.address}","b":"${secrets.solana}","c":"${secrets.email}","d":"Bearer abc.def","e":"eyJhbGciOi.eyJzdWIi.sig"}`
  expect(blot(line)).toBe('{"a":"[removed]","b":"[removed]","c":"[removed]","d":"[removed]","e":"[removed]"}')
  const id = '{"requestId":"bddc7ef2-b471-4643-8f8e-d5a23610e4b4","route":"/getAnalyticsConfig"}'
  expect(blot(id)).toBe(id)
  expect(blot('x@ada@example.com, a+b.c%40d-e.org')).toBe('x@[removed], [removed]')
  // Looked for at every letter, an e-mail address in this would take minutes to miss.
  const long = 'a.'.repeat(125_000)
  expect(blot(long)).toBe(long)
})
