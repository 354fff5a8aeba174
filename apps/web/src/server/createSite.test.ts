import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from './createSite.ts'
import { readConfig } from './readConfig.ts'
import { loadSiteFiles } from './siteFiles.ts'

const index = '<title>Site</title><meta name="devnet-origins" content="">'
const secret = 'not for visitors'
const node = 'http://localhost:4111'
const chain = {
  id: 31337,
  name: 'One',
  rpcUrl: `${node}/rpc`,
  wsUrl: 'ws://localhost:4111',
  bundlerUrl: `${node}/bundler`,
  paymasterUrl: `${node}/paymaster`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  blockTime: 0,
  contracts: {},
  tokens: [],
  nfts: [],
  pools: [],
  names: [],
}
const manifest = { version: 1 as const, chains: [chain], accounts: [], mnemonic: '', faucetUrl: `${node}/faucet` }
const script = 'export const answer = 42\n'.repeat(40)
let folder: string
let server: Server
let port: number
// One connection for all: hundreds of them, one after the other, took longer on a busy machine than a test may.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'billfold-site-'))
  const site = path.join(folder, 'site')
  await mkdir(path.join(site, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'secret.txt'), secret)
  await writeFile(path.join(site, 'index.html'), index)
  await writeFile(path.join(site, 'playground.html'), index)
  await mkdir(path.join(site, 'docs/guides'), { recursive: true })
  await writeFile(path.join(site, 'docs/index.html'), 'Documentation')
  await writeFile(path.join(site, 'docs/guides/react.html'), 'React guide')
  await writeFile(path.join(site, 'docs/404.html'), 'No such guide')
  await writeFile(path.join(site, '404.html'), 'Nothing here, go <a href="/">back</a>')
  await writeFile(path.join(site, 'assets/main-1.js'), script)
  await writeFile(path.join(site, 'assets/main-1.js.br'), brotliCompressSync(script))
  const urls = { DEVNET_URL: 'http://localhost:4110', API_URL: 'http://localhost:4101/' }
  const wallet = { WALLET_URL: 'http://wallet.localhost:4102/', MAIL_URL: 'http://mail.localhost:4105/' }
  const config = readConfig({ ...urls, ...wallet, PROJECT_ID: 'p' })
  const answer = createSite({
    files: await loadSiteFiles(site),
    config,
    build: 'b1',
    devnet: async () => manifest,
  })
  server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  agent.destroy()
  server.close()
  await rm(folder, { recursive: true })
})

const malformed = 'The request URL is malformed.\n'

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Not fetch: it would normalize the path. */
function ask(
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<Reply>((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path: target, method, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

test.each(['/?x=1', '/playground'])('%s names the nodes that its own policy allows', async (target) => {
  const { status, headers, body } = await ask(target)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache')
  expect(body.toString()).toContain('content="http://localhost:4111 ws://localhost:4111"')
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' http://localhost:4101 http://localhost:4110 http://localhost:4111 ws://localhost:4111;",
  )
  expect(headers['content-security-policy']).toContain(
    "img-src 'self' data: http://localhost:4101 http://localhost:4110;",
  )
})

test('serves the documentation under a policy without connections', async () => {
  for (const [target, text] of [
    ['/docs', 'Documentation'],
    ['/docs/', 'Documentation'],
    ['/docs/guides/react?x=1', 'React guide'],
  ] as const) {
    const { status, headers, body } = await ask(target)
    expect([status, body.toString()]).toEqual([200, text])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("img-src 'self' data:; connect-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-src 'none'")
  }
})

test('answers a missing page of the documentation inside of it', async () => {
  for (const target of ['/docs/guides', '/docs/nowhere', '/docs/404', '/docs/404.html', '/docs/guides/react/']) {
    const { status, headers, body } = await ask(target)
    expect([status, body.toString()], target).toEqual([404, 'No such guide'])
    expect(headers['content-security-policy'], target).toContain("frame-src 'none'")
    expect(headers['cache-control'], target).toBe('no-cache')
  }
  expect((await ask('/docsx')).body.toString()).toContain('Nothing here')
})

test('hashed files are immutable, and compressed if the client accepts it', async () => {
  const plain = await ask('/assets/main-1.js')
  expect(plain.headers['cache-control']).toContain('immutable')
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(plain.body.toString()).toBe(script)
  const small = await ask('/assets/main-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).toString()).toBe(script)
  expect(small.headers.etag).not.toBe(plain.headers.etag)
  expect(small.headers.vary).toBe('accept-encoding')
})

test('sends no body for a known tag or to HEAD', async () => {
  const first = await ask('/assets/main-1.js')
  const again = await ask('/assets/main-1.js', { headers: { 'if-none-match': `"x", W/${first.headers.etag}` } })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const head = await ask('/assets/main-1.js', { method: 'HEAD' })
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(script.length)])
})

test('an unknown path is a page with a link back, never cached', async () => {
  const { status, headers, body } = await ask('/assets/gone.js', { headers: { 'if-none-match': '*' } })
  expect(status).toBe(404)
  expect(body.toString()).toContain('href="/"')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await ask('/404.html')).status).toBe(404)
})

test('settings and health', async () => {
  expect(JSON.parse((await ask('/config.json')).body.toString())).toEqual({
    apiUrl: 'http://localhost:4101',
    relayUrls: [],
    walletUrl: 'http://wallet.localhost:4102',
    mailUrl: 'http://mail.localhost:4105',
    projectId: 'p',
    devnet: 'http://localhost:4110/manifest.json',
    networks: [expect.objectContaining({ id: 31337, rpcUrls: { default: { http: [`${node}/rpc`] } } })],
    swapContracts: { 'eip155:31337': {} },
  })
  expect(JSON.parse((await ask('/health')).body.toString())).toEqual({ ok: true, mode: 'local', build: 'b1' })
})

test('only GET and HEAD', async () => {
  const { status, headers } = await ask('/', { method: 'POST' })
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
})

test.each(['//', '//evil.example/', '*', 'http://evil.example/', '/%', '/%zz', '/?x=%ff', '/\\', '/#'])(
  'the malformed address %s is rejected',
  async (target) => {
    for (const headers of [{}, { connection: 'upgrade', upgrade: 'websocket' }]) {
      const { status, headers: answered, body } = await ask(target, { headers })
      expect([status, body.toString()]).toEqual([400, malformed])
      expect(answered['content-security-policy']).toMatch(/^default-src 'none'; /)
    }
    expect((await ask('/health')).status).toBe(200)
  },
)

test('every response carries the policy', async () => {
  for (const [target, method] of [
    ['/', 'GET'],
    ['/nope', 'GET'],
    ['/', 'POST'],
    ['/health', 'HEAD'],
    ['/assets/main-1.js', 'GET'],
  ] as const) {
    const { headers } = await ask(target, { method })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /)
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('no path, however written, leaves the site', async () => {
  const step = fc.constantFrom(
    '..',
    '.',
    '',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '..%5c',
    '\\..',
    'assets',
    'secret.txt',
    'main-1.js.br',
    '%00',
  )
  const wild = fc.stringMatching(/^[!-~]{0,40}$/)
  const known = new Set([script, 'Nothing here, go <a href="/">back</a>'])
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(step, { maxLength: 8 }).map((parts) => parts.join('/')),
        wild,
      ),
      async (rest) => {
        const { status, body } = await ask(`/${rest}`)
        const text = body.toString()
        expect(text).not.toContain(secret)
        if (status === 400) expect(text).toBe(malformed)
        else expect(status === 404 ? known.has(text) : status === 200).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
