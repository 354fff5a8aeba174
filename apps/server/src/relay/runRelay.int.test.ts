import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { generateKey } from '@billfold/protocol/wc/keys'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lastingPort } from '../../test/lastingPort.ts'
import { requestRaw } from '../../test/requestRaw.ts'
import { connectClient, newMessage, newTopic } from '../../test/testClient.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { publishUntilCut, startRelayProcess } from '../../test/testProcess.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from './relayConfig.ts'
import { startRelay } from './startRelay.ts'

let cluster: TestCluster
const running: ChildProcess[] = []

beforeAll(async () => {
  cluster = await startTestCluster()
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => cluster.stop())

async function start(env: Record<string, string>) {
  const relay = await startRelayProcess(env)
  running.push(relay.child)
  return relay
}

describe('the relay as a process', () => {
  it('loses no accepted message when killed under load', async () => {
    const env = { DATABASE_URL: await cluster.createEmpty(), PORT: String(await lastingPort()) }
    const first = await start(env)
    const url = await first.url
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [topic, seed] = [newTopic(), generateKey()]
        const listener = await connectClient(url, { seed })
        await listener.ask('irn_subscribe', { topic })
        const accepted: string[] = []
        const publishers = await Promise.all(Array.from({ length: 3 }, () => connectClient(url)))
        const over = Promise.all(publishers.map((publisher) => publishUntilCut(publisher, topic, accepted)))
        return { topic, seed, listener, accepted, over }
      }),
    )
    await Promise.all(pairs.map(({ listener }) => listener.pushes(20)))
    first.child.kill('SIGKILL')
    expect((await first.closed).signal).toBe('SIGKILL')
    await Promise.all(pairs.map(({ over }) => over))

    const second = await start(env)
    expect(await second.url).toBe(url)
    for (const { topic, seed, listener, accepted } of pairs) {
      // Each of the three publishers may have had one in flight: delivered, with its response cut off.
      expect(accepted.length).toBeGreaterThanOrEqual(20 - 3)
      const back = await connectClient(url, { seed })
      await back.ask('irn_subscribe', { topic })
      const had = () => new Set([...listener.received, ...back.received].map((push) => push.message))
      await back.until(() => (accepted.every((message) => had().has(message)) ? true : undefined))
      await back.close()
    }
  })

  it('answers requests in flight and closes its sockets on SIGTERM', async () => {
    const relay = await start({ DATABASE_URL: (await cluster.create()).url })
    const client = await connectClient(await relay.url)
    const answers = Array.from({ length: 200 }, () => client.publish(newTopic(), newMessage()))
    const closed = once(client.socket, 'close')
    await answers[0]
    relay.child.kill('SIGTERM')
    // Each is answered: accepted, or refused because the relay shuts down; none hangs.
    for (const { result, error } of await Promise.all(answers))
      expect(result === true || error?.data === 'Unavailable').toBe(true)
    expect((await closed)[0]).toBe(1001)
    expect(await relay.closed).toEqual({ code: 0, signal: null, errors: '' })
  })

  it('fails /ready first on shutdown, and serves as before until the load balancer has noticed', async () => {
    const env = { DATABASE_URL: (await cluster.create()).url, PORT: '0', SHUTDOWN_WAIT_SECONDS: '1' }
    const relay = await startRelay(readRelayConfig(env), createLog('silent'))
    const client = await connectClient(relay.url)
    const ready = `${relay.url.replace('ws', 'http')}/ready`
    expect(await (await fetch(ready)).json()).toEqual({ status: 'ok', parts: { sockets: 'ok', database: 'ok' } })
    const closed = relay.close()
    expect((await fetch(ready)).status).toBe(503)
    expect((await client.publish(newTopic(), newMessage())).result).toBe(true)
    await closed
    await expect(fetch(ready)).rejects.toThrow()
  })

  it.each(['setTimeout(() => { throw oops })', 'void Promise.reject(oops)'])(
    'logs an uncaught error, answers what is in flight, and exits for its supervisor: %s',
    async (fault) => {
      // The test injects a bug.
      const bug = `const oops = new TypeError('ann@site.example'); process.on('SIGUSR2', () => { ${fault} })`
      const relay = await start({
        DATABASE_URL: (await cluster.create()).url,
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(bug)}`,
      })
      const client = await connectClient(await relay.url)
      const answers = Array.from({ length: 50 }, () => client.publish(newTopic(), newMessage()))
      await answers[0]
      relay.child.kill('SIGUSR2')
      for (const { result, error } of await Promise.all(answers))
        expect(result === true || error?.data === 'Unavailable').toBe(true)
      expect(await relay.closed).toEqual({ code: 1, signal: null, errors: '' })
      const entry = relay.lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'fatal')
      expect(entry).toMatchObject({ msg: 'uncaught error', error: { name: 'TypeError' } })
      expect(relay.lines.join()).not.toContain('ann@')
    },
  )

  it('never logs a token, whatever its transport or outcome', async () => {
    const relay = await start({
      DATABASE_URL: (await cluster.create()).url,
      LOG_LEVEL: 'trace',
      RELAY_ADDRESS_UPGRADES: '8',
    })
    const url = await relay.url
    const now = Math.floor(Date.now() / 1_000)
    const sign = (more: object = {}) =>
      signRelayJwt({ seed: generateKey(), audience: url, subject: 'x', issuedAt: now, ...more })
    const tokens: string[] = []
    const use = async (token: string, connect: (token: string) => Promise<unknown>) => {
      tokens.push(token)
      await connect(token).catch(() => {}) // some are refused, as intended
    }
    const publish = async (jwt: string) => {
      const client = await connectClient(url, { jwt })
      await client.publish(newTopic(), newMessage())
      client.socket.send(jwt)
      await client.call(jwt, { auth: jwt })
      await client.close()
    }
    for (const more of [{}, { audience: 'wss://other.example' }, { issuedAt: now - 90_000 }, { issuedAt: now + 9_000 }])
      await use(sign(more), publish)
    await use(`${sign().slice(0, -8)}AAAAAAAA`, publish)
    const http = url.replace('ws', 'http')
    for (const path of ['//x?auth=', '/other?auth=', '/%zz?auth=', `/?${'a'.repeat(20_000)}&auth=`])
      for (const kind of ['plain', 'upgrade'] as const)
        await use(sign(), (token) => requestRaw(http, path + token, kind))
    for (let i = 0; i < 9; i++) await use(sign(), publish) // beyond the limit of upgrades
    relay.child.kill('SIGTERM')
    const { errors } = await relay.closed
    expect(relay.lines.length).toBeGreaterThan(1)
    for (const token of tokens)
      for (const part of token.split('.').slice(1)) expect(relay.lines.join() + errors).not.toContain(part.slice(0, 40))
  })

  it('says in one sentence why it cannot start', async () => {
    const { closed } = await start({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x', HOST: '0.0.0.0' })
    const { code, errors } = await closed
    expect(code).toBe(1)
    expect(errors).toMatch(/^RELAY_URL must be the address clients use.*\n$/)
  })

  it('accepts only tokens for its public address, if it has one', async () => {
    const relay = await start({
      DATABASE_URL: (await cluster.create()).url,
      RELAY_URL: 'wss://relay.example.org, wss://b.example/v1',
    })
    const url = await relay.url
    for (const audience of ['wss://relay.example.org', 'wss://relay.example.org/', 'wss://b.example/v1?x=y']) {
      const client = await connectClient(url, { audience })
      expect((await client.publish(newTopic(), newMessage())).result).toBe(true)
      await client.close()
    }
    const local = await connectClient(url)
    expect((await local.publish(newTopic(), newMessage())).error?.code).toBe(3000)
    await local.close()
    const again = await connectClient(url)
    await again.close()
    // Logged once, with the setting and without the client's text.
    expect(relay.lines.filter((line) => line.includes('add it to RELAY_URL'))).toHaveLength(1)
  })
})
