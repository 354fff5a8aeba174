import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Environment } from './environment.ts'
import { requestedOrigin } from './requestedOrigin.ts'

const originFor = async (trustProxy: number, headers: Record<string, string>) => {
  const app = new Hono<Environment>().get('/', (c) => c.text(requestedOrigin(c, trustProxy)))
  return (await app.request('http://10.0.0.7:3000/', { headers })).text()
}
const own = 'http://10.0.0.7:3000'
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example' }

it.each([
  ['what came, where no proxy is trusted', 0, forwarded, own],
  ['what a trusted proxy says', 1, forwarded, 'https://api.example'],
  ['its port too', 1, { ...forwarded, 'x-forwarded-host': 'api.example:8443' }, 'https://api.example:8443'],
  ['what came, where the proxy is silent', 1, {}, own],
  ['the scheme alone, where only that is said', 1, { 'x-forwarded-proto': 'https' }, 'https://10.0.0.7:3000'],
  ['no host that is none', 1, { ...forwarded, 'x-forwarded-host': 'evil.example/x?' }, 'https://10.0.0.7:3000'],
  ['no scheme that runs', 1, { ...forwarded, 'x-forwarded-proto': 'javascript' }, 'http://api.example'],
  [
    'not what the caller wrote before the proxy',
    1,
    { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, api.example' },
    'https://api.example',
  ],
  [
    'the outer of two proxies',
    2,
    { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'api.example, inner.local' },
    'https://api.example',
  ],
])('accepts %s', async (_, trustProxy, headers, origin) => {
  expect(await originFor(trustProxy, headers)).toBe(origin)
})
