import type { ServerResponse } from 'node:http'
import { encodeBase58 } from '@billfold/protocol/base58'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import type { Namespace } from '@billfold/protocol/caip'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { afterEach, describe, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { type Seen, startUpstream, type Upstream } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'

type Family = {
  id: ServerChain['id']
  addressOf(n: number): string
  /** The source's response for an empty account, and for one that it rejects. */
  nothing(seen: Seen): unknown
  refusal(seen: Seen): { status?: number; body: unknown }
  /** Whether a request is about an account. */
  isAbout(seen: Seen, address: string): boolean
}

const bytesOf = (n: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => (at < 4 ? (n >> (8 * at)) & 255 : 7))
type Call = { id: unknown; method: string; params: unknown[] }
/** Builds JSON-RPC responses to one call or a batch. */
function answered({ body }: Seen, answer: (call: Call) => object): unknown {
  const calls = JSON.parse(body) as Call | Call[]
  const one = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) })
  return Array.isArray(calls) ? calls.map(one) : one(calls)
}
const node = (result: (call: Call) => unknown) => ({
  nothing: (seen: Seen) => answered(seen, (call) => ({ result: result(call) })),
  refusal: (seen: Seen) => ({ body: answered(seen, () => ({ error: { code: -32_010, message: 'excluded' } })) }),
  isAbout: ({ body }: Seen, address: string) => body.includes(address),
})
const sums = { funded_txo_sum: 0, spent_txo_sum: 0 }

const families = {
  solana: {
    id: 'solana:localnet',
    addressOf: (n) => encodeBase58(bytesOf(n, 32)),
    ...node(({ method }) => {
      if (method === 'getSignaturesForAddress') return []
      return { value: method === 'getBalance' ? 0 : [] }
    }),
  },
  bip122: {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    addressOf: (n) => writeBitcoinAddress(Uint8Array.of(0, 20, ...bytesOf(n, 20)), 'regtest')!,
    nothing: ({ path }) => (path.endsWith('/txs') ? [] : { chain_stats: sums, mempool_stats: sums }),
    refusal: () => ({ status: 400, body: 'Too many history entries' }),
    isAbout: ({ path }, address) => path.includes(address),
  },
  polkadot: {
    id: 'polkadot:45454545454545454545454545454545',
    addressOf: (n) => writePolkadotAddress({ prefix: 42, publicKey: bytesOf(n, 32) }),
    ...node(() => null),
    // Its storage is queried by the account's key.
    isAbout: ({ body }, address) => body.includes(Buffer.from(keys.get(address)!).toString('hex')),
  },
} as const satisfies Partial<Record<Namespace, Family>>
const keys = new Map(
  Array.from({ length: 400 }, (_, n) => [
    writePolkadotAddress({ prefix: 42, publicKey: bytesOf(n, 32) }),
    bytesOf(n, 32),
  ]),
)

let upstream: Upstream
afterEach(() => upstream.close())

async function setUp(namespace: keyof typeof families) {
  const family: Family = families[namespace]
  upstream = await startUpstream()
  const chain: ServerChain = {
    ...{ id: family.id, namespace, reference: family.id.split(':')[1]!, name: namespace },
    ...{ rpcUrls: [upstream.url], wsUrls: [], tokens: [], contracts: {}, stables: [], isLocal: false },
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
  }
  const chains = createChains([chain])
  const rpc = createRpc({ chains })
  const app = createApp(
    appDeps({
      ...{ chains, rpc, sources: createSources({ chains, rpc }), trustProxy: 1 },
      ...{ clientQuota: { limit: 10_000, windowMs: 60_000 }, projectQuota: { limit: 100_000, windowMs: 60_000 } },
    }),
  )
  const ask = async (n: number, visitor: string, what = 'balance') => {
    const path = `/v1/account/${family.addressOf(n)}/${what}?projectId=shop&chainId=${chain.id}`
    return (await app.request(path, { headers: { 'x-forwarded-for': visitor } })).status
  }
  return { family, ask }
}

describe.each(Object.keys(families) as (keyof typeof families)[])('on %s', (namespace) => {
  const kinds = namespace === 'polkadot' ? ['balance'] : ['balance', 'history']

  it('stays available to others after a source rejects one account', async () => {
    const { family, ask } = await setUp(namespace)
    upstream.says((seen) =>
      family.isAbout(seen, family.addressOf(1)) ? family.refusal(seen) : { body: family.nothing(seen) },
    )
    for (const what of kinds) {
      for (const visitor of [1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6]) expect(await ask(1, `10.0.0.${visitor}`, what)).toBe(503)
      expect(await ask(2, '10.0.0.9', what)).toBe(200)
      expect(await ask(3, '10.0.0.1', what)).toBe(200)
    }
  })

  it('limits a caller with hundreds of accounts at once, and no one else', async () => {
    const { family, ask } = await setUp(namespace)
    const waiting: { seen: Seen; response: ServerResponse }[] = []
    let isHeld = true
    const say = (seen: Seen, response: ServerResponse) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(family.nothing(seen)))
    }
    upstream.says((seen) => (response) => {
      if (isHeld && !family.isAbout(seen, family.addressOf(399))) waiting.push({ seen, response })
      else say(seen, response)
    })
    const responses = Array.from({ length: 300 }, (_, n) => ask(n, '10.6.6.6'))
    await expect.poll(() => waiting.length).toBe(32)
    expect(await ask(399, '10.0.0.1')).toBe(200)
    isHeld = false
    for (const { seen, response } of waiting) say(seen, response)
    const statuses = await Promise.all(responses)
    expect([200, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([160, 140])
  })

  it('sends one source request for a hundred about one account', async () => {
    const { family, ask } = await setUp(namespace)
    upstream.says((seen) => ({ body: family.nothing(seen) }))
    const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(5, '10.6.6.6')))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(upstream.requests).toHaveLength(1)
  })
})
