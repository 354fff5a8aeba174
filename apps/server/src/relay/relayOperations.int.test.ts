import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKey } from '@billfold/protocol/wc/keys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { malformedTargets, requestRaw } from '../../test/requestRaw.ts'
import { connectClient, newMessage, newTopic } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'
import { createMemoryLimiter } from '../limits/createMemoryLimiter.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import { createRelayOperations } from './relayOperations.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const client: TestRelay['client'] = (...options) => test.client(...options)

describe('operations', () => {
  it('serves health, readiness and metrics over HTTP', async () => {
    expect(await (await test.get('/health')).json()).toEqual({ status: 'ok' })
    // Not ready while its database takes more than two seconds, which can happen on a busy machine.
    await expect.poll(async () => (await test.get('/ready')).status).toBe(200)
    expect((await test.get('/')).status).toBe(426)
    expect((await test.get('/nothing')).status).toBe(404)
    await (await client()).publish(newTopic(), newMessage())
    const text = await (await test.get('/metrics')).text()
    for (const name of ['relay_sockets', 'relay_messages_total{what="accepted"}', 'relay_commit_messages_count'])
      expect(text).toContain(name)
    expect((await test.get('/metrics', { via: 'x' })).status).toBe(404)
  })

  it('checks the database at most once a second, and limits the requests of one address', async () => {
    let checks = 0
    const options = {
      metrics: createRelayMetrics({
        counts: () => ({ sockets: 0, clients: 0, topics: 0, subscriptions: 0 }),
        bufferedBytes: () => 0,
        memoryBytes: () => 0,
        isFanOutUp: () => true,
      }),
      metricsToken: undefined,
      trustProxy: 1,
      // Nothing refills, however slow the machine is.
      limiter: createMemoryLimiter({ now: () => 0 }),
    }
    const findObstacle = async () => void checks++
    const server = createServer(createRelayOperations({ ...options, findObstacle })).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ready = async (ip: string) => (await fetch(`${url}/ready`, { headers: { 'X-Forwarded-For': ip } })).status
    const start = performance.now()
    const statuses: number[] = []
    for (let round = 0; round < 65; round++)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => ready('192.0.2.1')))))
    expect(checks).toBeLessThanOrEqual(1 + (performance.now() - start) / 1_000)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await ready('192.0.2.2')).toBe(200)
    // Behind a proxy, loopback proves nothing.
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    server.close()
    server.closeAllConnections()
  })

  it('serves the relay at no other path', async () => {
    await expect(connectClient(test.relay.url, { path: '/other' })).rejects.toThrow('404')
  })

  it.each(malformedTargets)('rejects the address %s, plain and as an upgrade, and keeps running', async (target) => {
    const url = test.relay.url.replace('ws', 'http')
    for (const kind of ['plain', 'upgrade'] as const) {
      const { status, body } = await requestRaw(url, target, kind)
      expect([kind, status]).toEqual([kind, 400])
      expect(JSON.parse(body)).toEqual({ error: 'The request URL is malformed.' })
    }
    expect((await requestRaw(url, '/', 'upgrade')).status).toBe(101)
    expect((await test.get('/health')).status).toBe(200)
  })

  it('survives an address longer than it reads', async () => {
    const url = test.relay.url.replace('ws', 'http')
    for (const kind of ['plain', 'upgrade'] as const)
      expect((await requestRaw(url, `/?auth=${'a'.repeat(20_000)}`, kind)).status).toBe(431)
    expect((await test.get('/health')).status).toBe(200)
  })

  it('pings, and closes sockets that do not respond', async () => {
    const brisk = await test.another({ RELAY_PING_MS: '100' })
    const a = await client({}, brisk.url)
    await once(a.socket, 'ping')
    await once(a.socket, 'ping')
    const key = Buffer.from(generateKey().slice(0, 32), 'hex').toString('base64')
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
    }
    const silent = request(brisk.url.replace('ws', 'http'), { headers }).end()
    const [, stream] = await once(silent, 'upgrade')
    stream.resume() // reads pings, never answers one
    await once(stream, 'close')
    expect(a.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('closes no socket because of its own pause', async () => {
    const brisk = await test.another({ RELAY_PING_MS: '100' })
    const a = await client({}, brisk.url)
    await once(a.socket, 'ping')
    for (let i = 0; i < 3; i++) {
      const until = performance.now() + 500 // nothing is read or answered here, as on a stalled machine
      while (performance.now() < until);
      await once(a.socket, 'ping')
    }
    expect(a.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('buffers little for a client that does not read, and delivers everything once it does', async () => {
    const [a, b, topic] = [await client(), await client(), newTopic()]
    const sizes = async () => Number(/relay_buffered_bytes (\d+)/.exec(await (await test.get('/metrics')).text())?.[1])
    const lazy = await client()
    for (const one of [lazy, b]) await one.ask('irn_subscribe', { topic })
    lazy.socket.pause()
    for (let i = 0; i < 6; i++) {
      const messages = Array.from({ length: 25 }, () => ({ topic, message: newMessage(98_000), ttl: 300, tag: 0 }))
      await a.ask('irn_batchPublish', { messages })
    }
    await b.pushes(150)
    // 20 MB bypassed it; only a small part of that is buffered in the relay.
    expect(await sizes()).toBeLessThan(6_000_000)
    expect(lazy.received.length).toBeLessThan(150)
    lazy.socket.resume()
    await lazy.pushes(150)
    expect(new Set(lazy.received.map((push) => push.message)).size).toBe(150)
    expect(lazy.received).toHaveLength(150)
  })

  it('closes a client that does not respond to pings while its buffer is full', async () => {
    const brisk = await test.another({ RELAY_PING_MS: '100' })
    const lazy = await client({}, brisk.url)
    await lazy.ask('irn_subscribe', { topic: newTopic() })
    lazy.socket.pause()
    const metrics = async () => (await fetch(`${brisk.url.replace('ws', 'http')}/metrics`)).text()
    while (!(await metrics()).includes('relay_sockets 0')) await new Promise((done) => setTimeout(done, 20))
  })

  it('logs no client, and stores no plaintext fields', async () => {
    const [a, topic] = [await client(), newTopic()]
    const tvf = {
      correlationId: 1,
      rpcMethods: ['eth_sendTransaction'],
      chainId: 'eip155:424242',
      txHashes: ['0xfeed'],
    }
    await a.publish(topic, newMessage(), { tvf, ...tvf })
    const { rows } = await test.pool.query('select to_jsonb(m)::text as row from relay_messages m where topic = $1', [
      Buffer.from(topic, 'hex'),
    ])
    for (const text of [test.logText(), rows[0].row as string])
      expect(text).not.toMatch(/424242|0xfeed|eth_sendTransaction/)
    for (const secret of [topic, a.clientId, a.clientId.slice(-20), '127.0.0.1:']) {
      const lines = test
        .logText()
        .split('\n')
        .filter((line) => !line.includes('waiting for the database'))
      expect(lines.join('\n')).not.toContain(secret)
    }
  })
})
