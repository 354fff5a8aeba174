import type { SwapQuote } from '@billfold/protocol/api/swap'
import { afterEach, expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { infoOf } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'
import type { Event } from '../../store.ts'
import { carryOut } from './carryOut.ts'
import type { SwapOrder } from './swapDesk.ts'

const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const coinId = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdcId = `eip155:1:${usdc}`
const coin = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const token = { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const hash = `0x${'ab'.repeat(32)}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const approval = (amount: bigint, spender = permit2) => `0x095ea7b3${word(spender)}${word(amount)}`

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const orderOf = (over: Partial<SwapOrder> = {}, quote: Partial<SwapQuote> = {}): SwapOrder => ({
  networkId: 'eip155:1',
  user: me,
  from: token,
  to: coin,
  amount: 5_000_000n,
  slippageBps: 100,
  quote: {
    id: 'q1',
    fromAmount: '5000000',
    fromAccount: usdcId,
    toAmount: '1000',
    toAccount: coinId,
    toAmountMin: '990',
    source: { id: 'uniswap', name: 'Uniswap' },
    spender: permit2,
    permit: 'permit2',
    ...quote,
  },
  ...over,
})
const paysCoin = (quote: Partial<SwapQuote> = {}) => {
  const { quote: base, ...order } = orderOf({ from: coin, to: token, amount: 7n }, quote)
  const { spender: _, permit: __, ...plain } = base
  return { ...order, quote: { ...plain, fromAmount: '7', fromAccount: coinId, toAccount: usdcId } }
}

/** A kit whose wallet and server do as a test says. */
function setUp() {
  const set = setUpKit()
  const { kit } = set
  kits.push(kit)
  const wallet = {
    accounts: [me],
    chainId: '0x1',
    atomic: false,
    sends: async (): Promise<unknown> => hash,
    signs: async (): Promise<unknown> => `0x${'11'.repeat(65)}`,
  }
  const asked: { method: string; params: unknown }[] = []
  const { connector } = puppetConnector(
    {},
    {
      accounts: async () => wallet.accounts,
      async request(_, method, params) {
        if (!/chainId|Capabilities|CallsStatus|getTransaction|blockNumber/.test(method)) asked.push({ method, params })
        if (method === 'eth_chainId') return wallet.chainId
        if (method === 'eth_sendTransaction') return wallet.sends()
        if (method === 'eth_signTypedData_v4') return wallet.signs()
        if (method === 'wallet_getCapabilities')
          return wallet.atomic ? { '0x1': { atomic: { status: 'supported' } } } : {}
        if (method === 'wallet_sendCalls') return { id: 'batch' }
        if (method === 'wallet_getCallsStatus') return { status: 200, receipts: [{ transactionHash: hash }] }
        return null
      },
    },
  )
  kit.connectors.add(connector)
  const events: Event[] = []
  kit.store.onEvent((event) => {
    events.push(event)
    // The chain takes every approval at once.
    if (event.type === 'transaction/sent' && event.transaction.kind === 'approval')
      kit.store.send({ type: 'transaction/settled', hash: event.transaction.hash, outcome: 'confirmed', at: 1 })
  })
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: connector.id,
    how: 'user',
    ...sessionOf(me),
  })
  const server = {
    allowance: '0',
    approval: { to: usdcId, data: approval(5_000_000n) },
    reset: undefined as { to: string; data: string } | undefined,
    permit: {
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 } as Record<string, unknown>,
      types: {},
      primaryType: 'PermitSingle',
      message: {
        details: { token: usdc, amount: '5000000', expiration: '100', nonce: '0' },
        spender: router,
        sigDeadline: '100',
      } as Record<string, unknown>,
    },
    changes: [
      { token: usdcId, amount: '-5000000' },
      { token: coinId, amount: '1000' },
    ],
    value: '0',
    quotes: [] as SwapQuote[],
  }
  kit.api = {
    ...kit.api,
    getSwapAllowance: async () => ({ allowance: server.allowance }),
    buildSwapApproval: async () => ({
      tx: { ...server.approval, from: server.approval.to, value: '0', eip155: { gasPrice: '1' } },
      ...(server.reset ? { reset: server.reset } : {}),
    }),
    buildSwapPermit: async () => ({ permit: server.permit }),
    getSwapQuotes: async () => ({ quotes: server.quotes }),
    buildSwap: async ({ amount }) => ({
      tx: {
        from: `eip155:1:${me}`,
        to: `eip155:1:${router}`,
        data: '0x3593564c',
        amount,
        value: server.value,
        eip155: { gas: '210000', gasPrice: '1' },
      },
      simulation: { changes: server.changes },
    }),
  } as Kit['api']
  const attempt = () => kit.store.get().swap.attempt
  const methods = () => asked.map(({ method }) => method)
  return { ...set, kit, wallet, server, asked, methods, events, attempt }
}
const coinSide = [
  { token: coinId, amount: '-7' },
  { token: usdcId, amount: '1000' },
]

test('coins need no permission: one transaction, known from then on', async () => {
  const { kit, server, asked, attempt } = setUp()
  Object.assign(server, { value: '7', changes: coinSide })
  expect(await carryOut(kit, paysCoin())).toBe(hash)
  expect(asked).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [{ from: me, to: router, value: '0x7', data: '0x3593564c', gas: '0x33450', chainId: '0x1' }],
    },
  ])
  expect(kit.store.get().transactions).toMatchObject([
    { hash, kind: 'swap', meant: { amount: '1000', token: usdc, paid: { amount: '7', symbol: 'ETH' } } },
  ])
  expect(attempt()).toEqual({ phase: 'idle' })
})

test('tokens need the exact amount approved, a signature, and then the swap', async () => {
  const { kit, methods, asked } = setUp()
  expect(await carryOut(kit, orderOf())).toBe(hash)
  expect(methods()).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sendTransaction'])
  expect(asked[0]?.params).toMatchObject([{ to: usdc, data: approval(5_000_000n), value: '0x0' }])
})

test('what is allowed already is not asked for again, and an old allowance is withdrawn where the token demands it', async () => {
  const first = setUp()
  first.server.allowance = '5000000'
  await carryOut(first.kit, orderOf())
  expect(first.methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  const second = setUp()
  second.server.reset = { to: usdcId, data: approval(0n) }
  await carryOut(second.kit, orderOf())
  expect(second.asked.slice(0, 2)).toMatchObject([
    { params: [{ data: approval(0n) }] },
    { params: [{ data: approval(5_000_000n) }] },
  ])
})

test('a wallet that can do all or nothing is asked once', async () => {
  const { kit, wallet, methods, asked } = setUp()
  wallet.atomic = true
  expect(await carryOut(kit, orderOf())).toBe(hash)
  expect(methods()).toEqual(['eth_signTypedData_v4', 'wallet_sendCalls'])
  expect(asked[1]?.params).toMatchObject([
    { atomicRequired: true, chainId: '0x1', calls: [{ to: usdc, data: approval(5_000_000n) }, { to: router }] },
  ])
})

test.each<[string, (server: ReturnType<typeof setUp>['server']) => void]>([
  ['an approval of more', (s) => void (s.approval.data = approval(2n ** 256n - 1n))],
  ['an approval to somebody else', (s) => void (s.approval.data = approval(5_000_000n, other))],
  ['an approval of another token', (s) => void (s.approval.to = `eip155:1:${other}`)],
])('%s never reaches the wallet', async (_, change) => {
  const { kit, server, asked, attempt } = setUp()
  change(server)
  expect(await carryOut(kit, orderOf())).toBeUndefined()
  expect(asked).toEqual([])
  expect(attempt()).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test.each<[string, (permit: ReturnType<typeof setUp>['server']['permit']) => void]>([
  ['of another kind', (p) => void (p.primaryType = 'Order')],
  ['on another contract', (p) => void (p.domain.verifyingContract = other)],
  ['on another chain', (p) => void (p.domain.chainId = 10)],
  ['of another token', (p) => void ((p.message.details as Record<string, unknown>).token = other)],
  ['of more', (p) => void ((p.message.details as Record<string, unknown>).amount = '5000001')],
  ['without an end', (p) => void ((p.message.details as Record<string, unknown>).expiration = '281474976710655')],
])('a permission %s is never signed', async (_, change) => {
  const { kit, server, methods, attempt } = setUp()
  server.allowance = '5000000'
  change(server.permit)
  expect(await carryOut(kit, orderOf())).toBeUndefined()
  expect(methods()).toEqual([])
  expect(attempt()).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test.each<[string, (server: ReturnType<typeof setUp>['server']) => void, string]>([
  ['takes more tokens', (s) => void (s.changes = [{ token: usdcId, amount: '-5000001' }, s.changes[1]!]), 'mismatch'],
  ['takes coins as well', (s) => void (s.value = '1'), 'mismatch'],
  ['was not tried out', (s) => void (s.changes = []), 'mismatch'],
  ['gives less than was shown', (s) => void (s.changes = [s.changes[0]!, { token: coinId, amount: '989' }]), 'changed'],
])('a swap that %s is not sent', async (_, change, trouble) => {
  const { kit, server, methods, attempt } = setUp()
  server.allowance = '5000000'
  change(server)
  expect(await carryOut(kit, orderOf())).toBeUndefined()
  expect(methods()).not.toContain('eth_sendTransaction')
  expect(attempt()).toMatchObject({ phase: 'failed', trouble })
})

test('a token that takes a signature itself needs no approval; one for somebody else is never signed', async () => {
  const permit = (over: Record<string, unknown> = {}) => ({
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
    types: {},
    primaryType: 'Permit',
    message: { owner: me, spender: router, value: '5000000', nonce: '0', deadline: '100', ...over },
  })
  const order = orderOf({}, { permit: 'eip2612', spender: router })
  const good = setUp()
  good.server.permit = permit()
  expect(await carryOut(good.kit, order)).toBe(hash)
  expect(good.methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  const wrong = [{ owner: other }, { spender: other }, { value: '5000001' }, { deadline: '281474976710655' }]
  for (const over of wrong) {
    const bad = setUp()
    bad.server.permit = permit(over)
    expect(await carryOut(bad.kit, order)).toBeUndefined()
    expect(bad.methods()).toEqual([])
    expect(bad.attempt()).toMatchObject({ trouble: 'mismatch' })
  }
})

test('a no says at which step, and nothing more is asked', async () => {
  const { kit, wallet, methods, attempt } = setUp()
  wallet.sends = () => Promise.reject({ code: 4001, message: 'no' })
  await carryOut(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'declined', step: 'approving' })
  expect(methods()).toEqual(['eth_sendTransaction'])
  wallet.sends = async () => hash
  wallet.signs = () => Promise.reject({ code: 4001, message: 'no' })
  await carryOut(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'declined', step: 'signing' })
})

test('another account or another chain in the wallet ends it before anything is asked', async () => {
  const { kit, wallet, asked, attempt } = setUp()
  wallet.chainId = '0xa'
  await carryOut(kit, orderOf())
  expect(attempt()).toMatchObject({ trouble: 'other_chain' })
  wallet.chainId = '0x1'
  wallet.accounts = [other]
  await carryOut(kit, orderOf())
  expect(attempt()).toMatchObject({ trouble: 'other_account' })
  expect(asked).toEqual([])
})

test('a quote that grew old is asked for again, and must not be below the minimum that was shown', async () => {
  const past = { expiresAt: new Date(0).toISOString() }
  const better = setUp()
  better.server.quotes = [{ ...orderOf().quote, id: 'q2', toAmount: '995', toAmountMin: '985' }]
  expect(await carryOut(better.kit, orderOf({}, past))).toBe(hash)
  const worse = setUp()
  worse.server.quotes = [{ ...orderOf().quote, id: 'q2', toAmount: '980', toAmountMin: '970' }]
  await carryOut(worse.kit, orderOf({}, past))
  expect(worse.attempt()).toMatchObject({ phase: 'failed', trouble: 'changed' })
  const gone = setUp()
  await carryOut(gone.kit, orderOf({}, past))
  expect(gone.attempt()).toMatchObject({ phase: 'failed', trouble: 'expired' })
})

test('who stops waiting is left alone, and what the wallet still sends is known', async () => {
  const { kit, wallet, server, attempt } = setUp()
  server.allowance = '5000000'
  wallet.sends = async () => {
    kit.store.send({ type: 'swap/abandoned' })
    return hash
  }
  await carryOut(kit, orderOf())
  expect(attempt()).toEqual({ phase: 'idle' })
  expect(kit.store.get().transactions).toMatchObject([{ hash, kind: 'swap' }])
})
