import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { builtEntry } from '../../../tools/test/builtEntry.ts'
import { malformedTargets, requestRaw } from '../test/requestRaw.ts'
import { startOwnCluster, startTestCluster, type TestCluster } from '../test/testDatabase.ts'

const main = await builtEntry('apps/server/src/main.ts')
const slow = fileURLToPath(new URL('../test/slowServer.ts', import.meta.url))
let cluster: TestCluster
const running: ChildProcess[] = []
/** No one gets this one by asking for any. */
const nobodysPort = 1
/** A server that waits ten seconds for a database: while the others are tested. */
let waiting: ReturnType<typeof start> | undefined

beforeAll(async () => {
  cluster = await startTestCluster()
  waiting = start(main, { DATABASE_URL: `postgres://me:s3cret-word@127.0.0.1:${nobodysPort}/billfold` })
  running.pop()
})
const endAll = () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}
afterAll(async () => {
  waiting?.child.kill('SIGKILL')
  await cluster.stop()
})

/** Starts a server as a process of its own and reads what it says. */
function start(entry: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const listeners = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const listener of listeners) listener()
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const closed = once(child, 'close').then(([code]) => code as number | null)
  /** The first line, said or to come, that holds `text`. */
  const lineWith = (text: string) =>
    new Promise<string>((done, fail) => {
      const look = () => {
        const line = lines.find((l) => l.includes(text))
        if (line) done(line)
      }
      listeners.add(look)
      look()
      void closed.then(() => fail(new Error(`ended without "${text}": ${errors}`)))
    })
  running.push(child)
  return { child, lines, lineWith, closed, errors: () => errors }
}

const urlOf = async (server: ReturnType<typeof start>) =>
  (JSON.parse(await server.lineWith('server ready')) as { url: string }).url

describe('the server as a process', () => {
  afterEach(endAll)

  it('migrates, creates the local project, answers its page, and stops on SIGTERM', async () => {
    const server = start(main, { DATABASE_URL: await cluster.createEmpty(), DEFAULT_PROJECT: 'local' })
    const url = await urlOf(server)
    // It is not ready while its database takes more than two seconds, which a busy machine may.
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
    const response = await fetch(`${url}/getAnalyticsConfig?projectId=billfold-local`, {
      headers: { origin: 'http://localhost:5173' },
    })
    expect(await response.json()).toEqual({ isAnalyticsEnabled: true })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('db_pool_connections{state="idle"}')
    expect(metrics).toContain('process_cpu_seconds_total')
    server.child.kill('SIGTERM')
    expect(await server.closed).toBe(0)
    expect(server.errors()).toBe('')
  })

  it('serves wallets and images, including the operator’s own, and stores events', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'billfold-operator-'))
    mkdirSync(join(dir, 'wallets'))
    writeFileSync(join(dir, 'wallets/acme.json'), '{ "name": "Acme", "chains": ["eip155:1"], "order": 1 }')
    const database = await cluster.create()
    const server = start(main, { DATABASE_URL: database.url, DEFAULT_PROJECT: 'local', REGISTRY_DIR: dir })
    const url = await urlOf(server)
    const answer = await fetch(`${url}/getWallets?projectId=billfold-local&entries=1`)
    const { data } = (await answer.json()) as { data: { name: string; image_id: string }[] }
    expect(data[0]?.name).toBe('Acme')
    const picture = await fetch(`${url}/getWalletImage/${data[0]?.image_id}`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(await picture.text()).toMatch(/^<svg /)
    const outside = await fetch(`${url}/public/getTokenImage/..%2f..%2fpackage.json`)
    expect(outside.status).toBe(404)
    const props = { type: 'track', event: 'MODAL_OPEN' }
    const event = { eventId: crypto.randomUUID(), url: `${url}/`, domain: 'x', timestamp: Date.now(), props }
    const kept = await fetch(`${url}/e?projectId=billfold-local`, { method: 'POST', body: JSON.stringify(event) })
    expect([kept.status, await kept.json()]).toEqual([202, { status: 'ACCEPTED' }])
    const stored = await database.db.selectFrom('analytics_events').select(['event_id', 'event']).execute()
    expect(stored).toEqual([{ event_id: event.eventId, event: 'MODAL_OPEN' }])
    server.child.kill('SIGTERM')
    expect(await server.closed).toBe(0)
    rmSync(dir, { recursive: true })
  })

  it("has its operator's chains at once, and the local network's as soon as that responds", async () => {
    let manifest: unknown
    const node = createHttpServer((req, res) => {
      if (req.method === 'POST')
        return void req.resume().on('end', () => res.end('{"jsonrpc":"2.0","id":0,"result":"0x2a"}'))
      if (!manifest) res.statusCode = 503
      res.end(JSON.stringify(manifest ?? {}))
    }).listen(0, '127.0.0.1')
    await once(node, 'listening')
    const at = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
    const env = { DEFAULT_PROJECT: 'local', DEVNET_URL: at, RPC_URL_EIP155_42: at }
    const server = start(main, { DATABASE_URL: (await cluster.create()).url, ...env })
    const url = await urlOf(server)
    const who = 'projectId=billfold-local'
    const chains = async () =>
      ((await (await fetch(`${url}/v1/supported-chains?${who}`)).json()) as { http: string[] }).http
    expect(await chains()).toEqual(['eip155:42'])
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
      reasons: [{ description: 'The local network at DEVNET_URL is not up yet.' }],
    })
    const body = '{"jsonrpc":"2.0","id":7,"method":"eth_chainId"}'
    const call = await fetch(`${url}/v1?chainId=eip155:42&${who}`, { method: 'POST', body })
    expect(await call.json()).toEqual({ jsonrpc: '2.0', id: 7, result: '0x2a' })
    const urls = { rpcUrl: at, wsUrl: at, bundlerUrl: at, paymasterUrl: at }
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const nothing = { contracts: {}, tokens: [], nfts: [], pools: [], names: [], blockTime: 0 }
    manifest = {
      version: 1,
      chains: [{ id: 31337, name: 'Local', ...urls, nativeCurrency, ...nothing }],
      accounts: [],
      mnemonic: '',
      faucetUrl: at,
    }
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
    expect(await chains()).toEqual(['eip155:42', 'eip155:31337'])
    node.close()
  })

  it('rejects malformed addresses, plain and as upgrades, and keeps running', async () => {
    const server = start(main, { DATABASE_URL: (await cluster.create()).url })
    const url = await urlOf(server)
    const refusal = {
      status: 'FAILED',
      code: 'invalid_request',
      reasons: [{ field: '', description: 'The request URL is malformed.' }],
    }
    for (const target of malformedTargets)
      for (const kind of ['plain', 'upgrade'] as const) {
        const { status, body } = await requestRaw(url, target, kind)
        expect([target, kind, status, JSON.parse(body)]).toEqual([target, kind, 400, refusal])
      }
    for (const kind of ['plain', 'upgrade'] as const)
      expect((await requestRaw(url, `/${'a'.repeat(20_000)}`, kind)).status).toBe(431)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect(server.lines.join('\n')).not.toContain('"level":"error"')
    expect(server.errors()).toBe('')
  })

  it('creates no project by default', async () => {
    const server = start(main, { DATABASE_URL: (await cluster.create()).url })
    const url = await urlOf(server)
    expect((await fetch(`${url}/getAnalyticsConfig?projectId=billfold-local`)).status).toBe(401)
  })

  it('fails /ready first on shutdown, then accepts no new request and finishes its response', async () => {
    const env = { DEFAULT_PROJECT: 'local', SHUTDOWN_WAIT_SECONDS: '1' }
    const server = start(slow, { DATABASE_URL: (await cluster.create()).url, ...env })
    const url = await urlOf(server)
    const answer = fetch(`${url}/slow?projectId=billfold-local`).then((r) => r.text())
    await server.lineWith('slow request arrived')
    server.child.kill('SIGTERM')
    await server.lineWith('shutting down')
    const ready = await fetch(`${url}/ready`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect((await fetch(`${url}/getAnalyticsConfig?projectId=billfold-local`)).status).toBe(200)
    let hasAnswered = false
    void answer.then(() => {
      hasAnswered = true
    })
    await expect.poll(() => fetch(`${url}/health`).then(String, () => 'refused'), { timeout: 5_000 }).toBe('refused')
    expect(hasAnswered).toBe(false)
    expect(await answer).toBe('first second')
    expect(await server.closed).toBe(0)
  })

  it('starts twice at once on an empty database', async () => {
    const env = { DATABASE_URL: await cluster.createEmpty(), DEFAULT_PROJECT: 'local' }
    const servers = [start(main, env), start(main, env)]
    await Promise.all(servers.map(urlOf))
    const migrated = servers.filter(({ lines }) => lines.some((line) => line.includes('database migrated')))
    expect(migrated).toHaveLength(1)
  })

  it('is not ready, and says why, during a database outage, and forwards JSON-RPC all the same', async () => {
    const node = createHttpServer((req, res) => {
      req.resume().on('end', () => res.end('{"jsonrpc":"2.0","id":0,"result":"0x2a"}'))
    }).listen(0, '127.0.0.1')
    await once(node, 'listening')
    const own = await startOwnCluster()
    const server = start(main, {
      DATABASE_URL: await own.createEmpty(),
      DEFAULT_PROJECT: 'local',
      RPC_URL_EIP155_1: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
    })
    const url = await urlOf(server)
    const call = async () => {
      const body = '{"jsonrpc":"2.0","id":7,"method":"eth_blockNumber"}'
      const response = await fetch(`${url}/v1?chainId=eip155:1&projectId=billfold-local`, { method: 'POST', body })
      return { status: response.status, json: await response.json() }
    }
    const answer = { status: 200, json: { jsonrpc: '2.0', id: 7, result: '0x2a' } }
    expect(await call()).toEqual(answer)
    await own.stop()
    const ready = await fetch(`${url}/ready`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({
      reasons: [{ description: 'The database is unavailable.' }],
      parts: { rpc: 'ok', database: 'The database is unavailable.' },
    })
    expect((await fetch(`${url}/ready?part=rpc`)).status).toBe(200)
    expect((await fetch(`${url}/ready?part=database`)).status).toBe(503)
    expect((await fetch(`${url}/ready?part=toString`)).status).toBe(404)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    for (let n = 0; n < 3; n++) expect(await call()).toEqual(answer)
    node.close()
  })
})

describe.concurrent('a failed start', () => {
  afterAll(endAll)

  async function refusal(env: Record<string, string>) {
    const server = start(main, env)
    expect(await server.closed).toBe(1)
    expect(server.errors().trim().split('\n')).toHaveLength(1)
    return server.errors().trim()
  }

  it('names the invalid setting', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://localhost/x', PORT: 'eighty' })).toBe(
      'PORT must be a whole number from 0 to 65535.',
    )
  })

  it('names the file and the field of an invalid wallet', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'billfold-operator-'))
    mkdirSync(join(dir, 'wallets'))
    writeFileSync(join(dir, 'wallets/acme.json'), '{ "name": "Acme", "chains": ["ethereum"] }')
    const sentence = await refusal({ DATABASE_URL: 'postgres://localhost/x', REGISTRY_DIR: dir })
    expect(sentence).toBe(
      `${join(dir, 'wallets/acme.json')}: chains.0 must be a list of networks such as ["eip155:1"].`,
    )
    rmSync(dir, { recursive: true })
  })

  it('names the taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const sentence = await refusal({ DATABASE_URL: (await cluster.create()).url, PORT: String(port) })
    expect(sentence).toBe(`PORT ${port} is taken: stop what listens there, or set PORT to another one.`)
    taken.close()
  })

  it('waits for a database that may still start, then names it without its password', async () => {
    const server = waiting!
    await server.lineWith(`waiting for the database at 127.0.0.1:${nobodysPort}/billfold`)
    expect(await server.closed).toBe(1)
    expect(server.errors()).toBe(
      `DATABASE_URL: cannot connect to PostgreSQL at 127.0.0.1:${nobodysPort}/billfold (ECONNREFUSED) after 10 seconds.\n`,
    )
    expect(server.lines.join()).not.toContain('s3cret-word')
  })

  it('does not wait if the database rejects the password, or does not exist', async () => {
    const wrong = new URL(await cluster.createEmpty())
    const missing = new URL(wrong)
    wrong.password = 's3cret-word'
    missing.pathname = '/no_such_database'
    expect(await refusal({ DATABASE_URL: wrong.href })).toMatch(/refuses this user and password \(\S+\)\.$/)
    expect(await refusal({ DATABASE_URL: missing.href })).toMatch(/the database does not exist: create it/)
    wrong.password = ''
    expect(await refusal({ DATABASE_URL: wrong.href })).toMatch(/asks for a password/)
  })
})
