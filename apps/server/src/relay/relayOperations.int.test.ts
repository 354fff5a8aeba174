import { once } from 'node:events'
import { request } from 'node:http'
import { generateKey } from '@billfold/protocol/wc/keys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { connectClient, newMessage, newTopic } from './testClient.ts'
import { startTestRelay, type TestRelay } from './testRelay.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const client: TestRelay['client'] = (...options) => test.client(...options)

describe('operating', () => {
  it('answers machines over HTTP', async () => {
    expect(await (await test.get('/health')).json()).toEqual({ status: 'ok' })
    expect((await test.get('/ready')).status).toBe(200)
    expect((await test.get('/')).status).toBe(426)
    expect((await test.get('/nothing')).status).toBe(404)
    await (await client()).publish(newTopic(), newMessage())
    const text = await (await test.get('/metrics')).text()
    for (const name of ['relay_sockets', 'relay_messages_total{what="accepted"}', 'relay_commit_messages_count'])
      expect(text).toContain(name)
    expect((await test.get('/metrics', { via: 'x' })).status).toBe(404)
  })

  it('has no relay at other paths', async () => {
    await expect(connectClient(test.relay.url, { path: '/other' })).rejects.toThrow('404')
  })

  it('pings, and lets go of who does not answer', async () => {
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

  it('cuts off who does not read, and keeps what it missed', async () => {
    const [a, seed, topic] = [await client(), generateKey(), newTopic()]
    const lazy = await client({ seed, acknowledge: false })
    await lazy.ask('irn_subscribe', { topic })
    lazy.socket.pause()
    const closed = once(lazy.socket, 'close')
    const large = Array.from({ length: 25 }, () => ({ topic, message: newMessage(98_000), ttl: 300, tag: 0 }))
    for (let i = 0; i < 6; i++)
      await a.ask('irn_batchPublish', {
        messages: large.map((m, n) => ({ ...m, message: `${i}${n}${m.message.slice(3)}` })),
      })
    lazy.socket.resume()
    await closed
    const back = await client({ seed })
    await back.ask('irn_subscribe', { topic })
    await back.pushes(150, 30_000)
  })

  it('names nobody in its log, and drops what is said in clear', async () => {
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
    for (const text of [test.said(), rows[0].row as string])
      expect(text).not.toMatch(/424242|0xfeed|eth_sendTransaction/)
    for (const secret of [topic, a.clientId, a.clientId.slice(-20), '127.0.0.1:']) {
      const lines = test
        .said()
        .split('\n')
        .filter((line) => !line.includes('waiting for the database'))
      expect(lines.join('\n')).not.toContain(secret)
    }
  })
})
