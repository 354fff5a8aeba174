import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePortBases } from './freePort.ts'
import { portsFrom } from './ports.ts'
import { type Stack, startStack } from './supervisor.ts'

const perPort = 800
const atOnce = 25
const silenceMs = 20_000

let stack: Stack
let stateDir: string
let ports: Record<string, number>

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'billfold-malformed-'))
  const [portBase] = await freePortBases(1)
  const { site, api, relay, devnet, evm, frame, guardian, mail, identity, onramp } = portsFrom(portBase!)
  ports = { site, api, relay, devnet, chain: evm[0]!, frame, guardian, mail, identity, onramp }
  stack = await startStack({ portBase: portBase!, stateDir })
})
afterAll(async () => {
  await stack?.stop()
  await rm(stateDir, { recursive: true, force: true })
})

// What begins like an address of ours and goes wrong, what belongs to another kind of server, and bytes.
const part = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '*',
    '?',
    '#',
    '%',
    '%zz',
    '%00',
    '%ff',
    '%ed%a0%80',
    '..',
    '@',
    ':',
    '[',
    ']',
    '[::1',
    '&',
    '=',
  ],
  ...[
    'http://',
    'https://',
    'ws://',
    'file:',
    'evil.example',
    ':99999',
    'v1',
    'health',
    'e',
    'auth',
    'projectId',
    '__proto__',
  ],
  ...['\u00e9', '\u0000', '\t', ' ', '\u007f', 'a'.repeat(9_000), '%41'.repeat(6_000)],
)
const target = fc.oneof(
  { weight: 6, arbitrary: fc.array(part, { maxLength: 7 }).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('')}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)
const line = fc.record({
  method: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('GET', 'POST') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT', 'M-SEARCH', 'get', '\u0000'),
    },
  ),
  target,
  version: fc.oneof(
    { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '') },
  ),
  host: fc.oneof(
    { weight: 6, arbitrary: fc.constant('Host: localhost\r\n') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'Host: \r\n', 'Host: [\r\n', 'Host: a/b\r\n', 'Host: //\r\nHost: x\r\n'),
    },
  ),
  upgrade: fc.constantFrom(
    '',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  ),
})

/** Sends bytes; resolves with the status, or with nothing where the connection was ended without one. */
function send(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let status: number | undefined
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), silenceMs)
    socket.once('data', (chunk: Buffer) => {
      status = Number(/^HTTP\/1\.\d (\d{3})/.exec(chunk.toString('latin1'))?.[1])
      socket.destroy()
    })
    // Cut off is an answer to bytes that are no request; that nobody listens is not.
    socket.on('error', (e: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(e.code ?? '') ? undefined : fail(e),
    )
    socket.on('close', () => {
      clearTimeout(timer)
      done(status)
    })
  })
}

it('every service rejects malformed requests and lives on', async () => {
  const before = { ...stack.pids }
  const lines = fc.sample(line, { numRuns: perPort, seed: 13 })
  for (const [name, port] of Object.entries(ports)) {
    const waiting = lines.values()
    const work = async () => {
      for (const { method, target, version, host, upgrade } of waiting) {
        const first = `${method} ${target} ${version}`
        const status = await send(port, `${first}\r\n${host}${upgrade}Connection: close\r\n\r\n`)
        if (status !== undefined && (status >= 500 || Number.isNaN(status)))
          throw new Error(`${name} answered ${status} to ${JSON.stringify(first.slice(0, 200))}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    for (const bad of ['//', '*', '/%zz', 'http://evil.example/'])
      for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
        const status = await send(port, `GET ${bad} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`)
        // Who reads targets itself says what is wrong; the others have nothing there.
        const expected = ['frame', 'guardian', 'mail', 'identity', 'onramp'].includes(name) ? /^4\d\d$/ : /^400$/
        expect(String(status), `${name} ${bad}`).toMatch(expected)
      }
    const health = await fetch(`http://127.0.0.1:${port}${name === 'guardian' ? '/guardian/v1/live' : '/health'}`)
    expect([name, health.status]).toEqual([name, 200])
  }
  // The supervisor starts again what ends: the same processes must still be there.
  expect(stack.pids).toEqual(before)
})
