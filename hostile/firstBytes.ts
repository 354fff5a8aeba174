import { connect } from 'node:net'
import fc from 'fast-check'

// Parts of requests that begin like one of ours and go wrong, parts of other protocols, and bytes.
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
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'POST') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT', 'M-SEARCH', 'get', '\u0000') },
)
const version = fc.oneof(
  { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '') },
)
const host = fc.oneof(
  { weight: 6, arbitrary: fc.constant('Host: localhost\r\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'Host: \r\n', 'Host: [\r\n', 'Host: a/b\r\n', 'Host: //\r\nHost: x\r\n'),
  },
)
const socketHeaders =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const upgrade = fc.constantFrom('', '', socketHeaders, 'Connection: Upgrade\r\nUpgrade: h2c\r\n')
const header = fc.oneof(
  fc.constantFrom(
    ...[
      'Content-Length: -1',
      'Content-Length: 1e9',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked',
    ],
    ...['Transfer-Encoding: x', 'Content-Length: 3\r\nTransfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: x'],
    ...[
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      'Authorization: Bearer',
      'Authorization: Bearer a.b.c',
    ],
    ...[
      'X-Forwarded-For: ,,',
      'X-Forwarded-For: [',
      'X-Forwarded-Host: //',
      'X-Forwarded-Proto: \u0001',
      'Origin: null',
    ],
    ...[
      'Origin: http://[',
      'Cookie: =;=',
      'Range: bytes=9-1,-',
      'If-None-Match: *',
      'If-Modified-Since: x',
      'Accept: ,',
    ],
    ...[
      'Accept-Encoding: *;q=x',
      'Sec-WebSocket-Extensions: permessage-deflate; x="',
      'Sec-WebSocket-Protocol: ,',
      ' folded',
    ],
    ...['Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 99', ': empty', 'No colon', 'A: '.padEnd(20_000, 'b')],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const headers = fc.array(header, { maxLength: 3 }).map((lines) => lines.map((line) => `${line}\r\n`).join(''))
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      {
        id: fc.oneof(fc.integer(), fc.string({ maxLength: 8 }), fc.constant(null)),
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        method: fc.oneof(
          fc.constantFrom('irn_publish', 'irn_subscribe', 'irn_batchPublish', 'irn_fetchMessages', 'irn_batchReceive'),
          fc.constantFrom('eth_chainId', 'eth_subscribe', 'eth_unsubscribe', 'eth_getLogs', '__proto__', 'constructor'),
        ),
        params: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }), fc.jsonValue({ maxDepth: 2 })),
        result: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: json },
  {
    weight: 1,
    arbitrary: fc.constantFrom('5\r\nabc', 'zz\r\n', '0\r\n\r\n', 'ffffffffffffffff\r\n', 'GET / HTTP/1.1\r\n\r\n'),
  },
)

/** A client's frame, masked with zeros; any of its parts may be wrong. */
const frame = fc.oneof(
  { weight: 4, arbitrary: json.map((text) => encodeFrame(0x81, Buffer.from(text))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(255), fc.uint8Array({ maxLength: 130 }))
      .map(([first, data]) => encodeFrame(first, data)),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 20 }).map((data) => Buffer.from(data).toString('latin1')) },
  // Lengths that the sender never sends, or that no buffer holds.
  {
    weight: 1,
    arbitrary: fc.constantFrom('\x81\xff\x00\x00\x00\x00\xff\xff\xff\xff', '\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff'),
  },
)

function encodeFrame(first: number, data: Uint8Array): string {
  const length = data.length < 126 ? [0x80 | data.length] : [0xfe, data.length >> 8, data.length & 255]
  return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), data]).toString('latin1')
}

/** One attack: an invalid request, or frames after a good upgrade. Latin-1, so that a letter is a byte. */
export type Attempt = { opening: string; frames: string }

const request = fc
  .record({ method, target, version, host, upgrade, headers, body })
  .map(({ method, target, version, host, upgrade, headers, body }) => ({
    opening: `${method} ${target} ${version}\r\n${host}${upgrade}${headers}Connection: close\r\n\r\n${body}`,
    frames: '',
  }))
const noise = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).map((text) => ({ opening: text, frames: '' }))
const framed = (path: string) =>
  fc.array(frame, { minLength: 1, maxLength: 4 }).map((list) => ({
    opening: `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${socketHeaders}\r\n`,
    frames: list.join(''),
  }))

/** A number of attempts, always the same for a seed; a third of them frames if the service has sockets. */
export function sampleAttempts(count: number, seed: number, socketPath?: string): Attempt[] {
  const plain = { weight: 9, arbitrary: request }
  const bytes = { weight: 1, arbitrary: noise }
  const one = socketPath ? fc.oneof(plain, bytes, { weight: 5, arbitrary: framed(socketPath) }) : fc.oneof(plain, bytes)
  return fc.sample(one, { numRuns: count, seed })
}

const quietMs = 300

/** The response: a status, a close without one, or silence. */
export type Outcome = number | 'closed' | 'silent'

type From = {
  /** The client address: any of 127.0.0.0/8 is one of this machine's. */
  localAddress?: string
  /** Whether it waits for its response; otherwise it closes its side after a moment, as after half a request. */
  waits?: boolean
  /** Milliseconds without a byte that count as no response. */
  silenceMs?: number
}

/** Sends one attempt; rejects if the port is closed. */
export function attempt(port: number, { opening, frames }: Attempt, from: From = {}): Promise<Outcome> {
  const { localAddress = '127.0.0.1', waits = false, silenceMs = 20_000 } = from
  return new Promise((done, fail) => {
    let outcome: Outcome = 'closed'
    let quiet: NodeJS.Timeout | undefined
    const fallQuiet = () => (quiet = setTimeout(() => socket.end(), quietMs))
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(opening, 'latin1')
      // An upgraded client sends frames after the response.
      if (!waits && !frames) fallQuiet()
    })
    const timer = setTimeout(() => {
      outcome = 'silent'
      socket.destroy()
    }, silenceMs)
    socket.once('data', (chunk: Buffer) => {
      outcome = Number(/^HTTP\/1\.\d (\d{3})/.exec(chunk.toString('latin1'))?.[1])
      if (outcome !== 101 || !frames) {
        socket.destroy()
        return
      }
      socket.write(frames, 'latin1')
      fallQuiet()
      socket.once('data', () => socket.destroy())
    })
    // A reset is a response to invalid bytes; a closed port is not.
    socket.on('error', (e: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(e.code ?? '') ? undefined : fail(e),
    )
    socket.on('close', () => {
      clearTimeout(timer)
      clearTimeout(quiet)
      done(outcome)
    })
  })
}

const wellFormed = (path: string): Attempt => ({
  opening: `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  frames: '',
})

type Door = { name: string; port: number; health: string }
/** The interval of well-formed requests among the attempts, whose response must be as ever. */
const healthEvery = 50
const addresses = 200

/**
 * Sends attempts, some at once, from many addresses. Throws at the first response with a server error (5xx), a
 * malformed response, or silence; and if a well-formed request among them does not return 200.
 */
export async function sendAll(
  { name, port, health }: Door,
  attempts: Attempt[],
  { atOnce = 25, silenceMs = 20_000 } = {},
): Promise<Tally> {
  const waiting = attempts.entries()
  const tally: Tally = { answered: 0, closed: 0 }
  const work = async () => {
    for (const [i, one] of waiting) {
      const localAddress = `127.0.${1 + (i % addresses)}.1`
      const outcome = await attempt(port, one, { localAddress, silenceMs })
      const about = `${name} to ${JSON.stringify(one.opening.slice(0, 200))}`
      if (outcome === 'silent') throw new Error(`no answer of ${about}`)
      if (typeof outcome === 'number' && !(outcome < 500)) throw new Error(`${outcome} of ${about}`)
      tally[outcome === 'closed' ? 'closed' : 'answered']++
      if (i % healthEvery > 0) continue
      const well = await attempt(port, wellFormed(health), { localAddress, silenceMs, waits: true })
      if (well !== 200) throw new Error(`${name} answered ${well} to a request for its health`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tally
}
/** The number of attempts with a response, and of those with only a close. */
export type Tally = { answered: number; closed: number }
