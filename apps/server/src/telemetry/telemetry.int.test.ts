import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectClient, newMessage, newTopic } from '../../test/testClient.ts'
import { startTestCollector, type TestCollector } from '../../test/testCollector.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from '../relay/relayConfig.ts'
import { startRelay } from '../relay/startRelay.ts'
import { startServer } from '../startServer.ts'

const visitor = '203.0.113.77'
const account = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
const callerTrace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })

let cluster: TestCluster
let collector: TestCollector
let node: Awaited<ReturnType<typeof startNode>>

beforeAll(async () => {
  ;[cluster, collector, node] = await Promise.all([startTestCluster(), startTestCollector(), startNode()])
})
afterAll(async () => {
  await Promise.all([cluster?.stop(), collector?.close(), node?.close()])
})

/** A node that answers every call with the same number, and records what it was sent. */
async function startNode() {
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers)
    request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":0,"result":"0x2a"}'))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  return { headers, port, close: () => new Promise((done) => server.close(done).closeAllConnections()) }
}

async function start(env: Record<string, string> = {}) {
  const database = await cluster.create()
  return startServer(
    readConfig({
      DATABASE_URL: database.url,
      PORT: '0',
      DEFAULT_PROJECT: 'local',
      TRUST_PROXY: '1',
      RPC_URL_EIP155_1: `http://127.0.0.1:${node.port}/a-key`,
      INDEXER: 'off',
      ...env,
    }),
    log,
  )
}

const collect = {
  get OTEL_EXPORTER_OTLP_ENDPOINT() {
    return `${collector.url}/`
  },
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-collector-key',
  OTEL_TRACES_SAMPLER_ARG: '1',
  OTEL_METRIC_EXPORT_INTERVAL: '1000',
}

async function callNode(url: string) {
  const response = await fetch(`${url}/v1?chainId=eip155:1&projectId=billfold-local`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': visitor,
      traceparent: `00-${callerTrace.traceId}-${callerTrace.spanId}-00`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, 'latest'] }),
  })
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2a' })
}

it('sends requests, statements and node calls to the collector as one trace, and nothing personal', async () => {
  const server = await start({ ...collect, TRACE_HOSTS: `127.0.0.1:${node.port}`, PROJECT_METRICS: '5' })
  await callNode(server.url)
  const path = `/v1/account/${account}/history?chainId=eip155:1&projectId=billfold-local&cursor=x`
  await fetch(server.url + path, { headers: { 'x-forwarded-for': visitor, origin: 'http://localhost:5173' } })
  await expect.poll(() => collector.names.size).toBeGreaterThan(20)
  await server.close()

  expect(collector.faults).toEqual([])
  const request = collector.spans.find(({ name }) => name === 'POST /v1')
  expect(request).toMatchObject({ traceId: callerTrace.traceId, parentSpanId: callerTrace.spanId, kind: 2 })
  expect(request?.status).toBeUndefined()
  expect(collector.attribute(request, 'http.response.status_code')).toBe(200)
  expect(collector.attribute(request, 'billfold.project')).toBe('billfold-local')
  const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  const call = children.find(({ name }) => name === 'rpc eip155:1')
  expect(collector.attribute(call, 'rpc.method')).toBe('eth_getBalance')
  expect(collector.attribute(call, 'billfold.outcome')).toBe('ok')
  expect(node.headers[0]?.traceparent).toBe(`00-${callerTrace.traceId}-${call?.spanId}-01`)
  const statement = children.find(({ name }) => name === 'SELECT projects')
  expect(collector.attribute(statement, 'db.query.text')).toMatch(/^select .+ where "id" = \$1$/)

  expect([...collector.names]).toEqual(
    expect.arrayContaining(['http_request_duration_seconds', 'project_requests_total']),
  )
  const sent = collector.bodies.map(({ text }) => text).join('\n')
  for (const personal of [account, account.toUpperCase().slice(2), visitor, '203.0.113', 'a-key', 'localhost:5173'])
    expect([personal, sent.includes(personal)]).toEqual([personal, false])
  expect(new Set(collector.bodies.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer a-collector-key']),
  )
  expect(lines.some((line) => line.includes(callerTrace.traceId) && line.includes('POST'))).toBe(true)
  expect(lines.join('')).not.toContain('a-collector-key')
})

it('tells nodes that are not listed nothing of a trace', async () => {
  const server = await start(collect)
  const before = node.headers.length
  await callNode(server.url)
  expect(node.headers.length).toBe(before + 1)
  expect(node.headers.at(-1)?.traceparent).toBeUndefined()
  await server.close()
})

it('answers as before while the collector rejects or is gone, and says so once', async () => {
  collector.answer(503)
  const server = await start(collect)
  const count = collector.bodies.length
  lines.length = 0
  for (let i = 0; i < 5; i++) await callNode(server.url)
  await expect.poll(() => collector.bodies.length - count).toBeGreaterThan(2)
  await server.close()
  expect(lines.filter((line) => line.includes('telemetry not delivered'))).toHaveLength(1)
  collector.answer(200)
})

it('records a relay publish with its statement, without topic, message or client', async () => {
  const database = await cluster.create()
  const relay = await startRelay(readRelayConfig({ DATABASE_URL: database.url, PORT: '0', ...collect }), log)
  collector.spans.length = 0
  collector.bodies.length = 0
  const client = await connectClient(relay.url)
  const [topic, message] = [newTopic(), newMessage()]
  expect(await client.publish(topic, message)).toMatchObject({ result: true })
  await client.close()
  await relay.close()

  expect(collector.faults).toEqual([])
  const publish = collector.spans.find(({ name }) => name === 'irn_publish')
  expect(publish).toMatchObject({ service: 'billfold-relay', kind: 2 })
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === publish?.spanId)
  expect(statements.map((one) => collector.attribute(one, 'db.collection.name'))).toContain('relay_messages')
  const sent = collector.bodies.map(({ text }) => text).join('\n')
  for (const secret of [topic, message, client.clientId])
    expect([secret, sent.includes(secret)]).toEqual([secret, false])
})

it('loads no telemetry without a collector', async () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' }).telemetry).toBeUndefined()
  const source = await import('node:fs/promises').then(({ readFile }) =>
    readFile(new URL('./loadTelemetry.ts', import.meta.url), 'utf8'),
  )
  // Its types cost nothing; its code is behind `import()`.
  expect(source.match(/^import (?!type).*/gm)).toBeNull()
})
