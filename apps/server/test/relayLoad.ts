import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { generateKey } from '@billfold/protocol/wc/keys'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { WebSocket } from 'ws'

/** The load for bench/relay.ts, in its own process: pairs that talk without pause, or sockets that only listen. */
export type LoadReport =
  | {
      kind: 'busy'
      messages: number
      seconds: number
      accepted: Times
      delivered: Times
      /** Seconds of processor time that the load itself used. */
      processor: number
    }
  | { kind: 'idle'; seconds: number }
/** Sent before the report, when the warm-up ends. */
export type Warm = { kind: 'warm' }
type Times = { p50: number; p99: number; max: number }
type Options =
  | { kind: 'busy'; urls: string[]; pairs: number; seconds: number; warmUp: number }
  | { kind: 'idle'; urls: string[]; sockets: number }

const text = randomBytes(882).toString('base64')

const options = JSON.parse(process.argv[2] ?? '{}') as Options
process.send?.(options.kind === 'busy' ? await runBusy(options) : await runIdle(options))

async function connect(url: string): Promise<WebSocket> {
  const issuedAt = Math.floor(Date.now() / 1_000)
  const jwt = signRelayJwt({ seed: generateKey(), audience: url, subject: 'bench', issuedAt })
  const socket = new WebSocket(`${url}?auth=${jwt}`, { perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

function call(socket: WebSocket, id: number, method: string, params: object) {
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
}

async function subscribe(socket: WebSocket, topic: string) {
  call(socket, 0, 'irn_subscribe', { topic })
  await once(socket, 'message')
}

/** Each side publishes 1.2 KB as soon as the other's message arrives: request and response, over and over. */
async function runBusy({ urls, pairs, seconds, warmUp }: Options & { kind: 'busy' }): Promise<LoadReport> {
  const accepted: number[] = []
  const delivered: number[] = []
  let messages = 0
  let all = 0
  const warm = Promise.withResolvers<void>()
  let isOver = false
  let isMeasured = false

  async function pair(index: number) {
    const topic = randomBytes(32).toString('hex')
    const sides = [await connect(urls[index % urls.length]!), await connect(urls[(index + 1) % urls.length]!)] as const
    const sent = new Map<number, number>()
    let lastSentAt = 0
    let id = 0
    for (const side of sides) await subscribe(side, topic)
    const speak = (side: WebSocket) => {
      lastSentAt = performance.now()
      sent.set(++id, lastSentAt)
      const message = `${text}${String(id).padStart(24, '0')}`
      call(side, id, 'irn_publish', { topic, message, ttl: 300, tag: 1108 })
    }
    for (const side of sides)
      side.on('message', (data) => {
        // Reads no more of a frame than necessary: the load shares the machine with the relay.
        const frame = String(data)
        const answered = Number(/^\{"id":(\d+),/.exec(frame)?.[1])
        const now = performance.now()
        if (frame.includes('"method":"irn_subscription"')) {
          if (isMeasured) delivered.push(now - lastSentAt)
          side.send(`{"id":${answered},"jsonrpc":"2.0","result":true}`)
          if (!isOver) speak(side)
          return
        }
        if (!frame.endsWith('"result":true}')) throw new Error(`refused: ${data}`)
        if (++all === warmUp) warm.resolve()
        if (isMeasured) {
          messages++
          accepted.push(now - (sent.get(answered) ?? now))
        }
        sent.delete(answered)
      })
    return () => speak(sides[0])
  }

  const starts = []
  for (let i = 0; i < pairs; i++) starts.push(await pair(i))
  for (const start of starts) start()
  await warm.promise
  process.send?.({ kind: 'warm' } satisfies Warm)
  const used = process.cpuUsage()
  isMeasured = true
  const began = performance.now()
  await new Promise((done) => setTimeout(done, seconds * 1_000))
  isMeasured = false
  isOver = true
  const { user, system } = process.cpuUsage(used)
  return {
    kind: 'busy',
    messages,
    seconds: (performance.now() - began) / 1_000,
    accepted: timesOf(accepted),
    delivered: timesOf(delivered),
    processor: (user + system) / 1e6,
  }
}

async function runIdle({ urls, sockets }: Options & { kind: 'idle' }): Promise<LoadReport> {
  const began = performance.now()
  const url = urls[0]!
  for (let i = 0; i < sockets; i += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, sockets - i) }, async () => {
        const socket = await connect(url)
        await subscribe(socket, randomBytes(32).toString('hex'))
      }),
    )
  return { kind: 'idle', seconds: (performance.now() - began) / 1_000 }
}

function timesOf(list: number[]): Times {
  const sorted = list.sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? Number.NaN }
}
