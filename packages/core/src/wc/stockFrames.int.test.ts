import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { startUniversalProvider } from '@billfold/testkit/test/startUniversalProvider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWalletKit } from '../../test/walletConnect/startWalletKit.ts'
import { visitWithWc } from '../../test/walletConnect/visitWithWc.ts'

// The incumbent's relay cannot be called from here. Whatever its own SDK 2.21.8 sends it accepts, so our client sends the same.

/** A connection, the path that it opened and the frames that the client sent. */
type Exchange = { path: string; sent: string[]; socket: Socket }

/** A proxy in front of the relay that notes what clients send. It works on TCP, since each client brings a WebSocket of its own. */
async function startRecorder() {
  const state = { exchanges: [] as Exchange[], relayPort: 0 }
  const server = createServer((socket) => {
    const upstream = connect(state.relayPort, '127.0.0.1')
    const exchange: Exchange = { path: '', sent: [], socket }
    let unread = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk])
      if (exchange.path === '') {
        const end = unread.indexOf('\r\n\r\n') + 4
        if (end < 4) return
        const request = unread.subarray(0, end).toString()
        exchange.path = request.split(' ')[1] ?? ''
        state.exchanges.push(exchange)
        // Uncompressed frames can be read.
        upstream.write(request.replace(/^sec-websocket-extensions:.*\r\n/im, ''))
        unread = unread.subarray(end)
      }
      upstream.write(unread)
      const { texts, rest } = readTextFrames(Buffer.concat([pending, unread]))
      exchange.sent.push(...texts)
      pending = rest
      unread = Buffer.alloc(0)
    })
    let pending: Buffer = Buffer.alloc(0)
    upstream.on('data', (chunk) => socket.write(chunk))
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `ws://127.0.0.1:${port}`, close: () => server.close() })
}

/** The whole text frames of a client (RFC 6455, 5.2: masked), and the bytes after them. */
function readTextFrames(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = []
  let rest = bytes
  while (rest.length >= 6) {
    const [opcode, short] = [rest[0]! & 0x0f, rest[1]! & 0x7f]
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
    if (rest.length < 6 + lengthBytes) break
    const length = lengthBytes === 0 ? short : Number(BigInt(`0x${rest.subarray(2, 2 + lengthBytes).toString('hex')}`))
    const start = 6 + lengthBytes
    if (rest.length < start + length) break
    const mask = rest.subarray(start - 4, start)
    if (opcode === 1)
      texts.push(Buffer.from(rest.subarray(start, start + length).map((byte, at) => byte ^ mask[at % 4]!)).toString())
    rest = rest.subarray(start + length)
  }
  return { texts, rest }
}

let recorder: Awaited<ReturnType<typeof startRecorder>>
let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
let stock: Exchange[]
let ours: Exchange[]

/** Pairs, signs, loses the connection, signs again, leaves. */
async function record(site: {
  connect(): Promise<unknown>
  sign(): Promise<unknown>
  disconnect(): Promise<unknown>
  close(): unknown
}): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  recorder.exchanges = exchanges
  await site.connect()
  await site.sign()
  exchanges[0]?.socket.destroy()
  await vi.waitUntil(() => sentBy(exchanges, 'irn_batchSubscribe').length > 0, { timeout: 20_000 })
  await site.sign()
  await site.disconnect()
  await site.close()
  return exchanges
}

async function recordStock(): Promise<Exchange[]> {
  const { dapp, uri, close } = await startUniversalProvider(recorder.url)
  const namespace = {
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: [],
    rpcMap: { 1: 'http://127.0.0.1:9' },
  }
  return record({
    connect: async () => {
      const link = uri()
      const session = dapp.connect({ optionalNamespaces: { eip155: namespace } })
      await wallet.pair(await link)
      await session
    },
    sign: () => dapp.request({ method: 'personal_sign', params: ['0x68', '0x'] }, 'eip155:1'),
    disconnect: () => dapp.disconnect(),
    close,
  })
}

async function recordOurs(): Promise<Exchange[]> {
  const { client, connect, leave } = visitWithWc({ relays: [{ url: recorder.url }] })
  return record({
    connect: () => connect(wallet.pair),
    sign: () => client.request({ chainId: 'eip155:1', method: 'personal_sign', params: ['0x68', '0x'] }),
    disconnect: () => client.disconnect(),
    close: leave,
  })
}

beforeAll(async () => {
  recorder = await startRecorder()
  relay = await startRelayServer({ proxies: [recorder.url] })
  recorder.relayPort = Number(new URL(relay.url).port)
  wallet = await startWalletKit(relay.url)
  stock = await recordStock()
  ours = await recordOurs()
}, 120_000)
afterAll(async () => {
  await wallet?.close()
  recorder?.close()
  await relay?.close()
})

const sentBy = (of: Exchange[], method: string) =>
  of.flatMap(({ sent }) => sent).filter((frame) => frame.includes(`"method":"${method}"`))

/** A frame with each value that differs from run to run replaced by its kind and length. */
const shapeOf = (frame: string) =>
  frame
    .replace(/"id":"\d{19}"/, '"id":"<19 digits>"')
    .replace(/"id":\d{16}/, '"id":<16 digits>')
    .replace(/"[0-9a-f]{64}"/g, '"<32 bytes>"')
    .replace(/"message":"A[\w+/]+=*"/, '"message":"<envelope>"')
/** Frames of a method without what we leave out: `tvf` tells a relay the method, the chain and the hashes of a request. */
const withoutTvf = (frame: string) => frame.replace(/,"tvf":\{.*?\}(?=\}\}$)/, '')
/** We add one field: an empty attestation says that there is none, so that a wallet asks no one about the page. */
const withoutAttestation = (frame: string) => frame.replace(',"attestation":""', '')
const tagOf = (frame: string) => Number(/"tag":(\d+)/.exec(frame)?.[1])

test('opens a connection as the stock SDK does', () => {
  const [theirs, own] = [stock, ours].map(([first]) => new URL(first!.path, recorder.url)) as [URL, URL]
  expect(own.pathname).toBe(theirs.pathname)
  expect([...own.searchParams.keys()].sort()).toEqual([...theirs.searchParams.keys()].sort())
  expect(own.searchParams.get('useOnCloseEvent')).toBe(theirs.searchParams.get('useOnCloseEvent'))
  const [jwt, ownJwt] = [theirs, own].map((url) => {
    const [header, payload] = url.searchParams.get('auth')!.split('.')
    return { header, payload: JSON.parse(atob(payload!)) as Record<string, string | number> }
  })
  expect(ownJwt!.header).toBe(jwt!.header)
  expect(Object.keys(ownJwt!.payload)).toEqual(Object.keys(jwt!.payload))
  expect(ownJwt!.payload.aud).toBe(jwt!.payload.aud)
  expect(`${ownJwt!.payload.iss}`).toMatch(/^did:key:z6Mk\w{44}$/)
  expect(`${jwt!.payload.iss}`).toMatch(/^did:key:z6Mk\w{44}$/)
  const lifetimeOf = ({ iat, exp }: Record<string, string | number>) => Number(exp) - Number(iat)
  expect(lifetimeOf(ownJwt!.payload)).toBe(lifetimeOf(jwt!.payload))
})

test.each([
  ['the answer to a settlement', 1103],
  ['a request', 1108],
  ['the end of a session', 1112],
])('publishes %s byte for byte as the stock SDK does', (_, tag) => {
  const [theirs, own] = [stock, ours].map((of) => sentBy(of, 'irn_publish').filter((frame) => tagOf(frame) === tag))
  expect(theirs!.length).toBeGreaterThan(0)
  expect(new Set(own!.map(withoutAttestation).map(shapeOf))).toEqual(new Set(theirs!.map(withoutTvf).map(shapeOf)))
})

test.each(['irn_subscribe', 'irn_batchSubscribe', 'irn_unsubscribe'])(
  'sends %s byte for byte as the stock SDK does',
  (method) => {
    const [theirs, own] = [stock, ours].map((of) => sentBy(of, method).map(shapeOf))
    expect(theirs!.length).toBeGreaterThan(0)
    const lists = (frame: string) => frame.replace(/\["<32 bytes>"(?:,"<32 bytes>")*\]/, '[…]')
    expect(new Set(own!.map(lists))).toEqual(new Set(theirs!.map(lists)))
  },
)

test('acknowledges a message byte for byte as the stock SDK does', () => {
  const acks = (of: Exchange[]) =>
    new Set(
      of
        .flatMap(({ sent }) => sent)
        .filter((frame) => frame.includes('"result"'))
        .map(shapeOf),
    )
  expect(acks(ours)).toEqual(acks(stock))
  expect(acks(ours).size).toBe(1)
})

test('publishes a proposal as SDKs before `wc_proposeSession` did, which a relay has to accept from both', () => {
  expect(sentBy(stock, 'wc_proposeSession')).toHaveLength(1)
  const [proposal] = sentBy(ours, 'irn_publish').filter((frame) => tagOf(frame) === 1100)
  const [request] = sentBy(stock, 'irn_publish').filter((frame) => tagOf(frame) === 1108)
  expect(shapeOf(withoutAttestation(proposal!)).replace('1100', '1108')).toBe(shapeOf(withoutTvf(request!)))
})
