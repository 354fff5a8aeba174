import { factsOf } from '@billfold/protocol/eip155/swapCallFault'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import {
  approvalData,
  coinId,
  coinSide,
  swapHash as hash,
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
import type { ChainQuery } from '../../chains/chainQuery.ts'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { executeSwap } from './executeSwap.ts'
import { quotesKey } from './quotesQuery.ts'
import { shownQuote } from './shownQuote.ts'
import { type SwapOrder, swapOrder } from './swapOrder.ts'

const v3Router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const byV3 = { permit: 'eip2612', spender: v3Router, source: { id: 'uniswap-v3', name: 'Uniswap v3' } } as const
/** Five dollars through v3's router, for coins. */
const v3Abi = parseAbi([
  'struct Exact { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 least; }',
  'function multicall(bytes[] calls)',
  'function exactInput(Exact order)',
  'function unwrapWETH9(uint256 least, address recipient)',
])
const nobody = '0x0000000000000000000000000000000000000000'
const exact = {
  path: `${usdc}000bb8${weth.slice(2)}`,
  recipient: nobody,
  deadline: 300n,
  amountIn: 5_000_000n,
  least: 990n,
} as const
const v3Call = encodeFunctionData({
  abi: v3Abi,
  functionName: 'multicall',
  args: [
    [
      encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [exact] }),
      encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [990n, me] }),
    ],
  ],
})
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp() {
  const set = setUpSwap()
  kits.push(set.kit)
  return set
}

test('swaps coins without an approval, in one tracked transaction', async () => {
  const { kit, server, requests, attempt } = setUp()
  Object.assign(server, { value: '7', changes: coinSide })
  expect(await executeSwap(kit, paysCoin())).toBe(hash)
  expect(requests).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [
        {
          from: me,
          to: router,
          value: '0x7',
          data: expect.stringMatching(/^0x3593564c/),
          gas: '0x3d860',
          maxFeePerGas: '0xcb',
          maxPriorityFeePerGas: '0x3',
          chainId: '0x1',
        },
      ],
    },
  ])
  expect(kit.store.get().transactions).toMatchObject([
    { hash, kind: 'swap', meant: { amount: '1000', token: usdc, paid: { amount: '7', symbol: 'ETH' } } },
  ])
  expect(attempt()).toEqual({ phase: 'idle' })
})

test('swaps tokens with an exact approval, a permit, and the swap', async () => {
  const { kit, methods, requests } = setUp()
  expect(await executeSwap(kit, orderOf())).toBe(hash)
  expect(methods()).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction'])
  expect(requests[0]?.params).toMatchObject([{ to: usdc, data: approvalData(5_000_000n), value: '0x0' }])
})

test('skips a sufficient allowance, and resets an old one if the token requires it', async () => {
  const first = setUp()
  first.server.allowance = '5000000'
  await executeSwap(first.kit, orderOf())
  expect(first.methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  const second = setUp()
  second.server.reset = { to: usdcId, data: approvalData(0n) }
  await executeSwap(second.kit, orderOf())
  expect(second.requests.slice(0, 2)).toMatchObject([
    { params: [{ data: approvalData(0n) }] },
    { params: [{ data: approvalData(5_000_000n) }] },
  ])
})

test('sends one request to a wallet with atomic batches', async () => {
  const { kit, wallet, methods, requests } = setUp()
  wallet.atomic = true
  expect(await executeSwap(kit, orderOf())).toBe('batch')
  expect(methods()).toEqual(['wallet_sendCalls'])
  expect(kit.store.get().transactions).toMatchObject([
    { hash: 'batch', batch: 'batch', kind: 'swap', status: 'pending' },
  ])
  const now = BigInt(kit.ports.clock.now())
  const passedOn = `0x87517c45${[usdc, router, 5_000_000n, now / 1000n + 1_800n].map(word).join('')}`
  expect(requests[0]?.params).toMatchObject([
    {
      atomicRequired: true,
      chainId: '0x1',
      calls: [
        { to: usdc, data: approvalData(5_000_000n) },
        { to: orderOf().quote.spender, data: passedOn },
        { to: router },
      ],
    },
  ])
})

test.each<[string, SwapOrder, number]>([
  ['of a token that was allowed before', orderOf(), 2],
  ['of a token that takes signatures of keys alone', orderOf({}, byV3), 2],
  ['of coins', paysCoin(), 1],
])('sends calls and never requests a signature from a smart account, %s', async (_, order, count) => {
  const { kit, wallet, server, methods, requests } = setUp()
  wallet.atomic = true
  if (order.quote.permit === 'permit2') server.allowance = '5000000'
  if (order.quote.permit === 'eip2612')
    Object.assign(server, {
      to: `eip155:1:${v3Router}`,
      data: v3Call,
      approval: { to: usdcId, data: approvalData(5_000_000n, v3Router) },
    })
  if (order.from.address === undefined) Object.assign(server, { value: '7', changes: coinSide })
  expect(await executeSwap(kit, { ...order, source: { ...order.source, type: 'smartAccount' } })).toBe('batch')
  expect(methods()).toEqual(['wallet_sendCalls'])
  const [{ calls }] = requests[0]!.params as [{ calls: unknown[] }]
  expect(calls).toHaveLength(count)
})

test.each<[string, (server: ReturnType<typeof setUpSwap>['server']) => void]>([
  ['an approval of more', (s) => void (s.approval.data = approvalData(2n ** 256n - 1n))],
  ['an approval to someone else', (s) => void (s.approval.data = approvalData(5_000_000n, other))],
  ['an approval of another token', (s) => void (s.approval.to = `eip155:1:${other}`)],
])('never sends %s to the wallet', async (_, change) => {
  const { kit, server, requests, attempt } = setUp()
  change(server)
  expect(await executeSwap(kit, orderOf())).toBeUndefined()
  expect(requests).toEqual([])
  expect(attempt()).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test.each<[string, (permit: ReturnType<typeof setUpSwap>['server']['permit']) => void]>([
  ['of another kind', (p) => void (p.primaryType = 'Order')],
  ['on another contract', (p) => void (p.domain.verifyingContract = other)],
  ['on another chain', (p) => void (p.domain.chainId = 10)],
  ['of another token', (p) => void ((p.message.details as Record<string, unknown>).token = other)],
  ['of more', (p) => void ((p.message.details as Record<string, unknown>).amount = '5000001')],
  ['without an end', (p) => void ((p.message.details as Record<string, unknown>).expiration = '281474976710655')],
])('never signs a permit %s', async (_, change) => {
  const { kit, server, methods, attempt } = setUp()
  server.allowance = '5000000'
  change(server.permit)
  expect(await executeSwap(kit, orderOf())).toBeUndefined()
  expect(methods()).toEqual([])
  expect(attempt()).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test.each<[string, (server: ReturnType<typeof setUpSwap>['server']) => void, string]>([
  ['takes more tokens', (s) => void (s.changes = [{ token: usdcId, amount: '-5000001' }, s.changes[1]!]), 'mismatch'],
  ['takes coins as well', (s) => void (s.value = '1'), 'mismatch'],
  ['was not tried out', (s) => void (s.changes = []), 'mismatch'],
  ['gives less than was shown', (s) => void (s.changes = [s.changes[0]!, { token: coinId, amount: '989' }]), 'changed'],
])('does not send a swap that %s', async (_, change, trouble) => {
  const { kit, server, methods, attempt } = setUp()
  server.allowance = '5000000'
  change(server)
  expect(await executeSwap(kit, orderOf())).toBeUndefined()
  expect(methods()).not.toContain('eth_sendTransaction')
  expect(attempt()).toMatchObject({ phase: 'failed', trouble })
})

test('needs no approval for a token with permits, and never signs one for someone else', async () => {
  const permit = (over: Record<string, unknown> = {}) => ({
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
    types: {},
    primaryType: 'Permit',
    message: { owner: me, spender: v3Router, value: '5000000', nonce: '0', deadline: '100', ...over },
  })
  const order = orderOf({}, byV3)
  const good = setUp()
  good.server.permit = permit()
  Object.assign(good.server, { to: `eip155:1:${v3Router}`, data: v3Call })
  expect(await executeSwap(good.kit, order)).toBe(hash)
  expect(good.methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  const wrong = [{ owner: other }, { spender: other }, { value: '5000001' }, { deadline: '281474976710655' }]
  for (const over of wrong) {
    const bad = setUp()
    bad.server.permit = permit(over)
    expect(await executeSwap(bad.kit, order)).toBeUndefined()
    expect(bad.methods()).toEqual([])
    expect(bad.attempt()).toMatchObject({ trouble: 'mismatch' })
  }
})

test('stops at a rejection and names its step', async () => {
  const { kit, wallet, methods, attempt } = setUp()
  wallet.sends = () => Promise.reject({ code: 4001, message: 'no' })
  await executeSwap(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'declined', step: 'approving' })
  expect(methods()).toEqual(['eth_sendTransaction'])
  wallet.sends = async () => hash
  wallet.signs = () => Promise.reject({ code: 4001, message: 'no' })
  await executeSwap(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'declined', step: 'signing' })
})

test('stops before any prompt when the wallet has another account or chain', async () => {
  const { kit, wallet, requests, attempt } = setUp()
  wallet.chainId = '0xa'
  await executeSwap(kit, orderOf())
  expect(attempt()).toMatchObject({ trouble: 'other_chain' })
  wallet.chainId = '0x1'
  wallet.accounts = [other]
  await executeSwap(kit, orderOf())
  expect(attempt()).toMatchObject({ trouble: 'other_account' })
  expect(requests).toEqual([])
})

const past = { expiresAt: new Date(0).toISOString() }
const { toAmountMin: _, slippageBps: __, ...asServed } = orderOf().quote

test('renews a stale quote, which must still meet the minimum shown', async () => {
  const worse = setUp()
  worse.server.quotes = [{ ...asServed, id: 'q2', toAmount: '980' }]
  await executeSwap(worse.kit, orderOf({}, past))
  expect(worse.attempt()).toMatchObject({ phase: 'failed', trouble: 'changed' })
  const gone = setUp()
  await executeSwap(gone.kit, orderOf({}, past))
  expect(gone.attempt()).toMatchObject({ phase: 'failed', trouble: 'expired' })
  const coins = setUp()
  await executeSwap(coins.kit, paysCoin(past))
  expect(coins.attempt()).toMatchObject({ phase: 'failed', trouble: 'expired' })
  expect(coins.methods()).toEqual([])
})

test.each(['1001', '995', '991'])(
  'continues after an approval at the minimum shown if %s is quoted now',
  async (toAmount) => {
    const { kit, server, methods, requests } = setUp()
    server.quotes = [{ ...asServed, id: 'q2', toAmount }]
    expect(await executeSwap(kit, orderOf({}, past))).toBe(hash)
    expect(methods()).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction'])
    const [{ data, to }] = requests[2]!.params as [{ data: `0x${string}`; to: string }]
    const read = factsOf('uniswap', data)
    expect({ to, least: read && read.gives.least >= 990n }).toEqual({ to: router, least: true })
  },
)

test('keeps the accepted minimum in the call when its quote has dropped since', async () => {
  const { kit, server, requests, attempt } = setUp()
  const order = orderOf()
  const lower = { ...order.quote, id: 'q2', toAmount: '995', toAmountMin: '985' }
  server.quotes = [{ ...asServed, id: 'q2', toAmount: '995' }]
  const shown = shownQuote({ ...kit.store.get().swap, accepted: order.quote }, lower)
  expect(shown).toMatchObject({ toAmount: '995', toAmountMin: '990' })
  expect(await executeSwap(kit, swapOrder(order, shown!))).toBe(hash)
  expect(attempt()).toEqual({ phase: 'idle' })
  const [{ data }] = requests.at(-1)!.params as [{ data: `0x${string}` }]
  expect(factsOf('uniswap', data)?.gives.least).toBeGreaterThanOrEqual(990n)
})

test('shows the new quote in the review if it misses the minimum', async () => {
  const { kit, server } = setUp()
  server.quotes = [{ ...asServed, id: 'q2', toAmount: '980' }]
  const order = orderOf({}, past)
  await executeSwap(kit, order)
  const key = quotesKey({ ...order, user: me, slippageBps: 100 })
  expect(queriesOf(kit).getQueryData(key)).toMatchObject({ quotes: [{ id: 'q2', toAmountMin: '970' }] })
})

test.each([
  ['more', approvalData(2n ** 256n - 1n)],
  ['to someone else', approvalData(5_000_000n, other)],
])('stops after an approval that the wallet altered: %s', async (_, data) => {
  const { kit, wallet, methods, attempt } = setUp()
  wallet.chainIsBusy = true
  const sent = executeSwap(kit, orderOf())
  await vi.waitFor(() => expect(attempt()).toMatchObject({ phase: 'approved' }))
  const transfers = await (await kit.chains.eip155!()).transfers!()
  const { call, hash: approval } = kit.store.get().transactions[0]!
  const chain = async (question: ChainQuery) =>
    'method' in question && /Receipt|ByHash/.test(question.method)
      ? { blockNumber: '0x1', status: '0x1', nonce: '0x0', from: me, to: usdc, value: '0x0', input: data, logs: [] }
      : 'method' in question && question.method === 'eth_blockNumber'
        ? '0x80'
        : '0x'
  const sighting = await transfers.look({ hash: approval, from: me, call }, chain)
  expect(sighting).toMatchObject({ state: 'included', altered: true })
  kit.store.send({ type: 'transaction/settled', hash: approval, outcome: 'confirmed', at: 1, altered: true })
  expect(await sent).toBeUndefined()
  expect(methods()).toEqual(['eth_sendTransaction'])
  expect(attempt()).toMatchObject({ phase: 'failed', trouble: 'mismatch', mismatch: { in: 'sentApproval' } })
})

test('stops quietly on cancellation, and tracks what the wallet still sends', async () => {
  const { kit, wallet, server, attempt } = setUp()
  server.allowance = '5000000'
  wallet.sends = async () => {
    kit.store.send({ type: 'swap/abandoned' })
    return hash
  }
  await executeSwap(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'idle' })
  expect(kit.store.get().transactions).toMatchObject([{ hash, kind: 'swap' }])
})

test('makes no wallet request if later screens cannot load', async () => {
  const { kit, methods, attempt } = setUp()
  const prepare = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await executeSwap(kit, { ...orderOf(), prepare })).toBeUndefined()
  expect(attempt()).toMatchObject({ phase: 'failed', step: 'checking', trouble: 'not_loaded' })
  expect(methods()).toEqual([])
  expect(await executeSwap(kit, { ...orderOf(), prepare: async () => undefined })).toBe(hash)
})
