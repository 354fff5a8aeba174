import { type SwapToken, swapApi } from '@billfold/protocol/api/swap'
import { createClient } from '@billfold/protocol/contract'
import { factsOf } from '@billfold/protocol/eip155/swapCallFault'
import { afterEach, expect, test } from 'vitest'
import { type Lie, liesAbout, oneOfEach, withLies } from '../../../test/lies.ts'
import {
  coinId,
  coinSide,
  me,
  orderOf,
  other,
  paysCoin,
  router,
  setUpSwap,
  usdc,
  usdcId,
  weth,
} from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import { executeSwap } from './executeSwap.ts'
import { fetchQuotes } from './quotesQuery.ts'
import { readSwapForm } from './readSwapForm.ts'
import { minimumReceived } from './swapMaths.ts'
import { swapOrder } from './swapOrder.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'

type Side = 'coin' | 'token'
const sides = ['coin', 'token'] as const
const slippageBps = 100
const permit2 = orderOf().quote.spender ?? ''
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const row = (symbol: string, address: string, decimals: number): SwapToken => ({
  ...{ name: symbol, symbol, address, decimals },
  logoUri: null,
})

/** An honest server for seven wei of coins or five dollars, whose responses pass the same schemas as over HTTP. */
function serve(set: ReturnType<typeof setUpSwap>, side: Side, lies: readonly Lie[]) {
  const { kit, server } = set
  const { toAmountMin: _, slippageBps: __, ...quote } = side === 'coin' ? paysCoin().quote : orderOf().quote
  const pool = { exchange: 'Uniswap v3', from: quote.fromAccount, to: quote.toAccount, feeBps: 30 }
  server.quotes = [
    {
      ...quote,
      ...{ toAmountMin: '990', slippageBps, priceImpactBps: 5, volatilityBps: 10, netAmount: '900', tookMs: 5 },
      ...{ gas: '210000', approvalGas: '50000', gasPrice: '1', gasUsd: 1, route: [pool] },
      fees: [{ name: 'Fee', token: quote.toAccount, amount: '1', bps: 10 }],
      expiresAt: new Date(kit.ports.clock.now() + 60_000).toISOString(),
    },
  ]
  if (side === 'coin') Object.assign(server, { value: '7', changes: coinSide })
  const honest: Readonly<Record<string, (input: never) => Promise<unknown>>> = {
    ...Object.fromEntries(Object.keys(swapApi).map((name) => [name, kit.api[name as 'buildSwap'] as never])),
    getSwapTokens: async () => ({ tokens: [row('ETH', coinId, 18), row('USDC', usdcId, 6)] }),
  }
  const responses: Record<string, unknown> = {}
  const client = createClient(swapApi, async (name, input) => {
    const response = JSON.parse(JSON.stringify(await honest[name]?.(input as never)))
    responses[name] = response
    return withLies(name, response, lies)
  })
  const caller = { projectId: 'test-project', st: 'appkit', sv: 'html-1' }
  const calls = Object.entries(client).map(([name, call]) => [
    name,
    (input: object, signal?: AbortSignal) => call({ ...input, ...caller } as never, signal),
  ])
  kit.api = Object.assign(Object.create(kit.api), Object.fromEntries(calls), {
    getSupportedChains: async () => ({ http: ['eip155:1'], ws: [] }),
  })
  return responses
}

/** Runs from form to wallet as a visitor who accepts the first quote; returns the review and the wallet's request. */
async function visit(side: Side, lies: readonly Lie[]) {
  const set = setUpSwap()
  const { kit, requests } = set
  kits.push(kit)
  const responses = serve(set, side, lies)
  const signal = new AbortController().signal
  const tokens = await swapTokensQuery(kit, { networkId: 'eip155:1' })
    .queryFn({ signal })
    .catch(() => [])
  const find = (address?: string) => tokens.find((each) => each.address === address)
  const [from, to] = side === 'coin' ? [find(), find(usdc)] : [find(usdc), find()]
  if (!from || !to) return { requests, responses }
  const typed = side === 'coin' ? '0.000000000000000007' : '5'
  const facts = { balance: 10n ** 30n, coins: 10n ** 30n, isSmart: false, isSettled: true }
  const form = { ...facts, draft: { amount: typed, from, to }, tokens, plain: {}, answer: {} }
  const { amount } = readSwapForm(form)
  if (amount === undefined) return { requests, responses }
  const source = { connectorId: 'io.puppet', address: me, type: 'eoa' } as const
  const entry = { networkId: 'eip155:1', source, from, to, amount } as const
  const data = await fetchQuotes(kit, { ...entry, user: me, slippageBps }, 'all').catch(() => undefined)
  const { quote } = readSwapForm({ ...form, plain: { data }, answer: { data } })
  if (!quote) return { requests, responses }
  const order = swapOrder(entry, quote)
  await executeSwap(kit, order)
  return { requests, responses, order, attempt: kit.store.get().swap.attempt }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** The wallet's request is the swap that was typed, at the reviewed minimum; or there is none, for a named reason. */
function judge(side: Side, { requests, order, attempt }: Visit, name: string) {
  if (attempt?.phase === 'failed') expect(attempt.trouble, name).not.toBe('invalid_input')
  if (requests.length === 0 || !order) return expect(requests, name).toEqual([])
  const shown = [order.from, order.to].map(({ symbol, decimals }) => `${symbol} ${decimals}`)
  expect(shown, name).toEqual(side === 'coin' ? ['ETH 18', 'USDC 6'] : ['USDC 6', 'ETH 18'])
  expect(order.least, name).toBe(minimumReceived(order.quote, slippageBps))
  expect(order.least > 0n, name).toBe(true)
  for (const { method, params } of requests) expectMeant(side, method, params, order.least, name)
}

function expectMeant(side: Side, method: string, params: unknown, least: bigint, name: string) {
  const amount = side === 'coin' ? 7n : 5_000_000n
  if (method === 'eth_signTypedData_v4') {
    const { domain, message } = JSON.parse((params as [string, string])[1])
    expect(domain.verifyingContract, name).toBe(permit2)
    expect(message, name).toMatchObject({ details: { token: usdc, amount: `${amount}` }, spender: router })
    return
  }
  expect(method, name).toBe('eth_sendTransaction')
  const [{ from, to, value, data }] = params as [{ from: string; to: string; value: string; data: string }]
  expect(from, name).toBe(me)
  if (data.startsWith('0x095ea7b3')) {
    const words = [data.slice(10, 74), data.slice(74)].map((word) => BigInt(`0x${word}`))
    expect({ to, value, words }, name).toEqual({ to: usdc, value: '0x0', words: [BigInt(permit2), amount] })
    return
  }
  const { takes, gives } = factsOf('uniswap', data) ?? {}
  const same = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()
  expect({ to, value: BigInt(value) }, name).toEqual({ to: router, value: side === 'coin' ? amount : 0n })
  expect(takes?.amount, name).toBe(amount)
  expect(same(takes?.token, side === 'coin' ? undefined : usdc), name).toBe(true)
  expect(same(gives?.token, side === 'coin' ? usdc : undefined), name).toBe(true)
  expect(same(gives?.to ?? me, me), name).toBe(true)
  // Some sources round the other way.
  expect(gives && gives.least >= least - 1n, name).toBe(true)
}

/** Values that are only displayed: tested one at a time, but not in pairs. */
const isOnlyShown = /tookMs|netAmount|volatilityBps|route|name|gasUsd|logoUri|feeBps|^tx\.(from|amount|eip155)|types/

const honest = async (side: Side) => {
  const seen = await visit(side, [])
  const lies = Object.entries(seen.responses).flatMap(([call, response]) =>
    liesAbout(call, response, [other, router, usdc, weth, permit2, coinId.slice(9)]),
  )
  return { seen, lies }
}

test.each(sides)('sends the request when every response is true: %s', async (side) => {
  const { seen, lies } = await honest(side)
  judge(side, seen, 'no lie')
  const calls = ['getSwapTokens', 'getSwapQuotes', 'buildSwap']
  const ofTokens = ['getSwapAllowance', 'buildSwapApproval', 'buildSwapPermit']
  expect([...new Set(lies.map(({ call }) => call))].sort()).toEqual(
    [...calls, ...(side === 'token' ? ofTokens : [])].sort(),
  )
  const methods = ['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction']
  expect(seen.requests.map(({ method }) => method)).toEqual(side === 'token' ? methods : ['eth_sendTransaction'])
  expect(seen.attempt).toEqual({ phase: 'idle' })
})

test.each(sides)('signs only what the review showed, whichever value of a response is false: %s', async (side) => {
  for (const lie of (await honest(side)).lies) judge(side, await visit(side, [lie]), lie.name)
})

test.each(sides)('signs only what the review showed when two values are false: %s', async (side) => {
  const all = oneOfEach((await honest(side)).lies).filter(({ path }) => !isOnlyShown.test(path.join('.')))
  for (const [at, lie] of all.entries())
    for (const second of all.slice(at + 1)) judge(side, await visit(side, [lie, second]), `${lie.name}, ${second.name}`)
})
