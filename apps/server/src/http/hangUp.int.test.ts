import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'

it('aborts the work of a caller that hangs up, without counting a failure', async () => {
  const arrived = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const logged = Promise.withResolvers<string>()
  const deps = appDeps({
    requestTimeoutMs: 30_000,
    mount: (app) =>
      void app.get('/wait', async (c) => {
        arrived.resolve()
        await once(c.get('signal'), 'abort')
        aborted.resolve()
        throw new Error('given up')
      }),
  })
  deps.lines.push = (line) => {
    logged.resolve(line)
    return 1
  }
  const server = createAdaptorServer({ fetch: createApp(deps).fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = new AbortController()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wait?projectId=shop`
  const answer = fetch(url, { signal: caller.signal }).catch(() => 'hung up')
  await arrived.promise
  caller.abort()
  expect(await answer).toBe('hung up')
  await aborted.promise
  expect(JSON.parse(await logged.promise)).toMatchObject({ level: 'info', status: 499, route: '/wait' })
  server.close()
})
