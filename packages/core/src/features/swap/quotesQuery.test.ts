import type { NoQuote } from '@billfold/protocol/api/swap'
import { beforeAll, expect, test } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { quotesQuery } from './quotesQuery.ts'
import { swapOrder } from './swapOrder.ts'

beforeAll(() => import('../../api/createMoneyApi.ts'))

const user = '0x52908400098527886E0F7030069857D2E4169EE7'
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const eth = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const quote = {
  id: '1',
  fromAmount: '7',
  fromAccount: coin,
  toAmount: '500',
  toAccount: `eip155:1:${usdc.address}`,
  source: { id: 'uniswap', name: 'Uniswap' },
}

/** A kit with a mocked server, and a form's query. */
function setUp(answer: () => { status?: number; body: unknown; retryAfter?: string }) {
  const set = setUpKit({ http: fakeHttp(answer) })
  const query = (amount = 7n) =>
    quotesQuery(set.kit, {
      networkId: 'eip155:1',
      user,
      from: eth,
      to: usdc,
      amount,
      slippageBps: 100,
    })
  const ask = (amount?: bigint) => query(amount).queryFn({ signal: new AbortController().signal })
  return { ...set, query, ask }
}

test.each<[string, object, NoQuote]>([
  ['what the server says', { quotes: [], why: { reason: 'amount_too_small' } }, { reason: 'amount_too_small' }],
  ['a reason from later', { quotes: [], why: { reason: 'lunar_eclipse' } }, { reason: 'unavailable' }],
  ['an empty list of another server', { quotes: [] }, { reason: 'no_route' }],
  [
    'silence without a reason',
    { quotes: [], silent: [{ id: 'x', name: 'X', state: 'failed' }] },
    { reason: 'unavailable' },
  ],
  [
    'sources that all have nothing',
    { quotes: [], silent: [{ id: 'x', name: 'X', state: 'none' }] },
    { reason: 'no_route' },
  ],
  ['quotes for another swap', { quotes: [{ ...quote, fromAmount: '8' }] }, { reason: 'unavailable' }],
  ['a source that no one can read', { quotes: [{ ...quote, source: { id: 'x', name: 'X' } }] }, { reason: 'no_route' }],
  ['no source at all', { quotes: [{ ...quote, source: undefined }] }, { reason: 'no_route' }],
  ['a minimum below the slippage', { quotes: [{ ...quote, toAmountMin: '490' }] }, { reason: 'unavailable' }],
  [
    'a signature that the source never asks for',
    { quotes: [{ ...quote, permit: 'eip2612' }] },
    { reason: 'unavailable' },
  ],
])('has no quote because of %s', async (_, body, why) => {
  expect(await setUp(() => ({ body })).ask()).toMatchObject({ quotes: [], why })
})

test('names swapContracts once if all of a source’s contracts are unknown, and does not retry', async () => {
  const { ask, log } = setUp(() => ({ body: { quotes: [{ ...quote, source: { id: 'local', name: 'Local' } }] } }))
  expect(await ask()).toMatchObject({ quotes: [], why: { reason: 'no_route' } })
  await ask(8n)
  expect(log.errors).toEqual([expect.stringMatching(/local on eip155:1 .*Add its router to swapContracts/)])
})

test('has no reason beside a quote', async () => {
  const answer = await setUp(() => ({ body: { quotes: [quote], silent: [] } })).ask()
  expect(answer).toEqual({ quotes: [expect.objectContaining(quote)], isComplete: true })
})

test('computes the minimum itself, and marks contracts that only the site lists', async () => {
  const set = setUp(() => ({ body: { quotes: [{ ...quote, toAmountMin: '499' }] } }))
  expect((await set.ask()).quotes).toEqual([expect.objectContaining({ toAmountMin: '495' })])
  expect((await set.ask()).quotes[0]).not.toHaveProperty('unlisted')
  const router = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const contract = { router, spender: router }
  const queryOn = async (id: number) => {
    const { kit } = setUpKit({
      networks: [evmNetwork(1), evmNetwork(777)],
      swapContracts: { 'eip155:1': { uniswap: contract }, 'eip155:777': { uniswap: contract } },
      http: fakeHttp(() => ({
        body: {
          quotes: [
            { ...quote, fromAccount: coin.replace(':1:', `:${id}:`), toAccount: `eip155:${id}:${usdc.address}` },
          ],
        },
      })),
    })
    const from = { symbol: 'ETH', name: 'Ether', decimals: 18 }
    const query = quotesQuery(kit, { networkId: `eip155:${id}`, user, from, to: usdc, amount: 7n, slippageBps: 100 })
    return (await query.queryFn({ signal: new AbortController().signal })).quotes
  }
  expect(await queryOn(777)).toEqual([expect.objectContaining({ unlisted: router })])
  // The kit's own list takes precedence.
  expect((await queryOn(1))[0]).not.toHaveProperty('unlisted')
})

test('respects Retry-After, whatever is typed meanwhile', async () => {
  let status = 429
  const { ask, query, http, clock } = setUp(() => ({ status, body: { quotes: [] }, retryAfter: '7' }))
  const error = await ask().catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'too_many_requests' })
  expect(query().refetchInterval({ state: { error } })).toBe(7_000)
  status = 200
  clock.advance(3_000)
  const early = await ask(8n).catch((e: unknown) => e)
  expect(query().refetchInterval({ state: { error: early } })).toBe(4_000)
  expect(http.requests).toHaveLength(1)
  clock.advance(4_000)
  expect(await ask(8n)).toMatchObject({ why: { reason: 'no_route' } })
})

test.each<[NoQuote | undefined, number]>([
  [undefined, 10_000],
  [{ reason: 'no_route' }, 10_000],
  [{ reason: 'amount_too_small' }, 10_000],
  [{ reason: 'busy', retryAfter: 30 }, 30_000],
  [{ reason: 'busy' }, 5_000],
  [{ reason: 'timeout' }, 5_000],
  [{ reason: 'unavailable' }, 5_000],
])('after %j, refetches in %i ms', (why, ms) => {
  const { query } = setUp(() => ({ body: {} }))
  expect(query().refetchInterval({ state: { data: { quotes: [], isComplete: true, why }, error: null } })).toBe(ms)
})

test.each([
  ['0', 1_000],
  ['99999999', 600_000],
  ['soon', 5_000],
  [undefined, 5_000],
])('waits for a Retry-After of %s, within limits', async (retryAfter, ms) => {
  const { ask, query } = setUp(() => ({ status: 429, body: {}, ...(retryAfter ? { retryAfter } : {}) }))
  const error = await ask().catch((e: unknown) => e)
  expect(query().refetchInterval({ state: { error } })).toBe(ms)
})

test('computes with the visitor’s slippage, whatever the server reports', async () => {
  const set = setUp(() => ({ body: { quotes: [{ ...quote, slippageBps: 10_000 }] } }))
  const { quotes } = await set.ask()
  expect(quotes).toMatchObject([{ slippageBps: 100, toAmountMin: '495' }])
  const entry = { networkId: 'eip155:1', source: { connectorId: 'x', address: user, type: 'eoa' } } as const
  const order = swapOrder({ ...entry, from: eth, to: usdc, amount: 7n }, quotes[0]!)
  expect(order.least).toBe(495n)
})
