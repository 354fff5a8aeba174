import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { startUniversalProvider } from '@billfold/testkit/test/startUniversalProvider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWalletKit } from '../../test/walletConnect/startWalletKit.ts'
import { visitWithWc } from '../../test/walletConnect/visitWithWc.ts'

// The incumbent's relay cannot be called from here. Whatever its own SDK 2.21.8 sends it accepts, so our client sends the same.

/** A socket, the address it opened and the frames it sent. */
type Exchange = { url: URL; sent: string[]; socket: WebSocket }
// The stock SDK takes the global WebSocket when it is imported.
const recorder = vi.hoisted(() => {
  const NativeSocket = globalThis.WebSocket
  const state = { exchanges: [] as Exchange[], restore: () => void (globalThis.WebSocket = NativeSocket) }
  globalThis.WebSocket = class extends NativeSocket {
    readonly #sent: string[] = []
    constructor(url: string | URL) {
      super(url)
      state.exchanges.push({ url: new URL(url), sent: this.#sent, socket: this })
    }
    override send(data: string) {
      this.#sent.push(data)
      super.send(data)
    }
  }
  return state
})

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
  exchanges[0]?.socket.close()
  await vi.waitUntil(() => sentBy(exchanges, 'irn_batchSubscribe').length > 0, { timeout: 20_000 })
  await site.sign()
  await site.disconnect()
  await site.close()
  return exchanges
}

async function recordStock(): Promise<Exchange[]> {
  const { dapp, uri, close } = await startUniversalProvider(relay.url)
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
  const { client, connect, leave } = visitWithWc({ relays: [{ url: relay.url }] })
  return record({
    connect: () => connect(wallet.pair),
    sign: () => client.request({ chainId: 'eip155:1', method: 'personal_sign', params: ['0x68', '0x'] }),
    disconnect: () => client.disconnect(),
    close: leave,
  })
}

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
  stock = await recordStock()
  ours = await recordOurs()
}, 120_000)
afterAll(async () => {
  recorder.restore()
  await wallet?.close()
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
  const [theirs, own] = [stock[0]!.url, ours[0]!.url]
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
