import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { NoQuote, SwapQuote } from '@billfold/protocol/api/swap'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'

let devnet: Devnet
let chain: ServerChain

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  chain = evmFromDevnet(devnet.manifest.chains[0]!)
})
afterAll(() => devnet?.close())

type Quotes = { quotes: SwapQuote[]; why?: NoQuote }
const caip = (symbol: string) => {
  const token = chain.tokens.find((each) => each.symbol === symbol)
  return `eip155:31337:${symbol === 'ETH' ? nativePlaceholders.eip155 : (token?.address ?? symbol)}`
}

/** The server's own handlers for the local chain, which it shares a busy machine with. */
function serve(change: Partial<ServerChain> = {}, quoteDeadlineMs = 20_000) {
  const chains = createChains([{ ...chain, ...change }])
  const rpc = createRpc({ chains })
  const app = createApp(
    appDeps({
      chains,
      rpc,
      clientQuota: { limit: 10_000, windowMs: 60_000 },
      quoteDeadlineMs,
      sourceDeadlineMs: 30_000,
      sources: createSources({ chains, rpc }),
      trustProxy: 1,
    }),
  )
  return async (from: string, to: string, amount: bigint, visitor = '10.0.0.1') => {
    const userAddress = devnet.manifest.accounts[2]!.address
    // The gas price is given, so that only the quote is requested.
    const fields = { amount: String(amount), from: caip(from), to: caip(to), userAddress, gasPrice: '1000000000' }
    const query = new URLSearchParams({ projectId: 'shop', st: 'appkit', sv: 'react-wagmi-1.7.1', ...fields })
    const response = await app.request(`/v1/convert/quotes?${query}`, { headers: { 'x-forwarded-for': visitor } })
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: (await response.json()) as Quotes }
  }
}
const ether = 10n ** 18n

describe('a missing quote', () => {
  test.each([
    ['ETH', 'WBTC', 1n],
    ['ETH', 'USDC', 10n],
    ['DAI', 'USDC', 1_000n],
    ['TOLL', 'WBTC', 1_000n],
  ])('says that %s to %s for %i units is too little', async (from, to, amount) => {
    const { status, body } = await serve()(from, to, amount)
    expect([status, body]).toMatchObject([200, { quotes: [], why: { reason: 'amount_too_small' } }])
  })

  test('says that no pool has the token', async () => {
    const unknown = privateKeyToAddress(generatePrivateKey())
    const { body } = await serve()('ETH', unknown, ether)
    expect(body).toMatchObject({ quotes: [], why: { reason: 'no_route' } })
  })

  test('says that no node responds', async () => {
    const { body } = await serve({ rpcUrls: ['http://127.0.0.1:1'] })('ETH', 'USDC', ether)
    expect(body).toMatchObject({ quotes: [], why: { reason: 'unavailable' } })
  })

  test('says that no source responds in time', async () => {
    const { body } = await serve({}, 1)('ETH', 'USDC', ether)
    expect(body).toMatchObject({ quotes: [], why: { reason: 'timeout' } })
  })
})

test('limits a burst of 128 quotes from one address, and quotes for everyone else', async () => {
  const ask = serve()
  const burst = Array.from({ length: 128 }, (_, index) => ask('ETH', 'USDC', ether + BigInt(index)))
  const other = await ask('ETH', 'USDC', 2n * ether, '10.0.0.2')
  expect(other.body.quotes).not.toEqual([])
  const answers = await Promise.all(burst)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(120)
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
  for (const visitor of ['10.0.0.1', '10.0.0.3'])
    expect((await ask('USDC', 'ETH', 10n ** 8n, visitor)).body.quotes).not.toEqual([])
})
