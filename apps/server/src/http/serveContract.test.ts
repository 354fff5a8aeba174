import { Hono } from 'hono'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createReplyCache } from './createReplyCache.ts'
import type { Environment } from './environment.ts'
import { serveContract } from './serveContract.ts'

/** A call whose replies have parts, and counts of how often they were built and validated. */
function setUp(partsOf: () => readonly [object, ...unknown[]]) {
  const count = { made: 0, checked: 0 }
  const name = z.string().check(z.refine(() => ++count.checked > 0))
  const contract = { getName: { input: z.object({}), output: z.object({ name }) } }
  const sameReply = createReplyCache<{ name: string; secret: string }>()
  const app = new Hono<Environment>()
  serveContract(
    app,
    contract,
    { getName: { method: 'GET', path: '/name' } },
    {
      getName: async () =>
        sameReply(partsOf(), () => {
          count.made += 1
          return { name: `Zoë ${count.made}`, secret: 'not in the contract' }
        }),
    },
  )
  return { count, ask: async () => (await app.request('/name')).text() }
}

it('builds, validates and writes a reply once while its parts are the same', async () => {
  const parts: [object, ...unknown[]] = [{}, 'a', 1]
  const { ask, count } = setUp(() => [...parts])
  for (let n = 0; n < 3; n++) expect(await ask()).toBe('{"name":"Zoë 1"}')
  expect(count).toEqual({ made: 1, checked: 1 })
  parts[2] = 2
  expect(await ask()).toBe('{"name":"Zoë 2"}')
  parts.push('more')
  expect(await ask()).toBe('{"name":"Zoë 3"}')
  parts[0] = {}
  expect(await ask()).toBe('{"name":"Zoë 4"}')
  expect(count).toEqual({ made: 4, checked: 4 })
})

it('answers JSON for lasting replies and others', async () => {
  const app = new Hono<Environment>()
  const contract = { getList: { input: z.object({}), output: z.object({ list: z.array(z.number()) }) } }
  serveContract(
    app,
    contract,
    { getList: { method: 'GET', path: '/list' } },
    { getList: async () => ({ list: [1, 2] }) },
  )
  const response = await app.request('/list')
  expect([response.headers.get('content-type'), await response.json()]).toEqual(['application/json', { list: [1, 2] }])
})
