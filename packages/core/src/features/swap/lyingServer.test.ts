import { afterEach, expect, test } from 'vitest'
import { coinSide, me, orderOf, other, paysCoin, router, setUpSwap, usdc, weth } from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import type { Mismatch } from '../../model/mismatch.ts'
import type { OfferedQuote, SwapAsset } from '../../model/swap.ts'
import { executeSwap } from './executeSwap.ts'
import type { SwapOrder } from './swapOrder.ts'

type Server = ReturnType<typeof setUpSwap>['server']
type Wallet = ReturnType<typeof setUpSwap>['wallet']
type Lie = (server: Server, wallet: Wallet) => void
type Fields = Record<string, Record<string, unknown>>

const stranger = other as `0x${string}`
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/**
 * False values of a compromised server, one field at a time, and the mismatch that the visitor sees; the rest is true.
 */
const lies: Readonly<Record<string, readonly [Lie, Mismatch['in']]>> = {
  'another contract is called': [(s) => void (s.to = `eip155:1:${other}`), 'contract'],
  'the coins of the account go along': [(s) => void (s.value = '1000000000000000000'), 'amount'],
  'another gets what comes out': [(s) => void (s.call.recipient = stranger), 'recipient'],
  'another token is paid': [(s) => void (s.call.from = weth), 'paidToken'],
  'another token comes out': [(s) => void (s.call.to = stranger), 'receivedToken'],
  'more is taken': [(s) => void (s.call.amount = 5_000_001n), 'amount'],
  'less is taken': [(s) => void (s.call.amount = 4_999_999n), 'amount'],
  'the minimum is lower': [(s) => void (s.call.least = 988n), 'minimum'],
  'there is no minimum': [(s) => void (s.call.least = 0n), 'minimum'],
  'a share goes to somebody': [(s) => void (s.call.fee = { bps: 100n, to: stranger }), 'fee'],
  'it can be kept for years': [(s) => void (s.call.deadline = 2n ** 40n), 'deadline'],
  'tokens that were approved once are taken besides': [
    (s) => void (s.call.extra = ['0x02', `0x${[weth, other, '1'].map(wordOf).join('')}`]),
    'call',
  ],
  'it sells the tokens of the account twice': [
    (s) => void (s.call.extra = ['0x0c', `0x${[other, '1'].map(wordOf).join('')}`]),
    'call',
  ],
  'a command that may fail': [(s) => void (s.call.extra = ['0x8c', `0x${[me, '1'].map(wordOf).join('')}`]), 'call'],
  'a transfer instead of a swap': [(s) => void (s.data = `0xa9059cbb${[other, '1'].map(wordOf).join('')}`), 'call'],
  'no call at all': [(s) => void (s.data = '0x'), 'call'],
  'a call that points outside of itself': [(s) => void (s.data = `0x3593564c${'ff'.repeat(96)}`), 'call'],
  'it says that it tried out nothing': [(s) => void (s.changes = []), 'simulation'],
}
const callLies = Object.entries(lies).map(([name, [lie]]) => [name, lie] as const)

/** False values of a permit. */
const permitLies: Readonly<Record<string, Lie>> = {
  'another kind': (s) => void (s.permit.primaryType = 'Order'),
  'another chain': (s) => void (s.permit.domain.chainId = 10),
  'another contract for the signature': (s) => void (s.permit.domain.verifyingContract = other),
  'another contract that takes the tokens': (s) => void (s.permit.message.spender = other),
  'another token of the permission': (s) => void ((s.permit.message as Fields).details!.token = weth),
  'more in the permission': (s) => void ((s.permit.message as Fields).details!.amount = '5000001'),
  'a permission without an end': (s) => void ((s.permit.message as Fields).details!.expiration = '281474976710655'),
  'a signature without an end': (s) => void (s.permit.message.sigDeadline = '281474976710655'),
  'a number that is none': (s) => void ((s.permit.message as Fields).details!.nonce = 'first'),
}

const wordOf = (value: string) => BigInt(value).toString(16).padStart(64, '0')

/** Runs a swap against a server with these lies; returns the signed requests. */
async function signedWith(order: SwapOrder, activeLies: readonly Lie[]) {
  const { kit, server, wallet, methods, attempt } = setUpSwap()
  kits.push(kit)
  server.allowance = '5000000'
  if (order.from.address === undefined) Object.assign(server, { value: '7', changes: coinSide })
  for (const lie of activeLies) lie(server, wallet)
  const hash = await executeSwap(kit, order)
  return { hash, methods: methods(), attempt: attempt() }
}

test('prompts the wallet with an honest server', async () => {
  expect((await signedWith(orderOf(), [])).methods).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  expect((await signedWith(paysCoin(), [])).methods).toEqual(['eth_sendTransaction'])
})

test.each(Object.entries(lies))(
  'signs and sends nothing when %s, and names the mismatch',
  async (_, [lie, mismatch]) => {
    const { hash, methods, attempt } = await signedWith(orderOf(), [lie])
    expect(hash).toBeUndefined()
    expect(methods).toEqual([])
    expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch', mismatch: { in: mismatch } })
  },
)

test.each(callLies)('sends nothing when %s after a signed permit', async (_, lie) => {
  const late: Lie = (server, wallet) => {
    wallet.signs = async () => {
      lie(server, wallet)
      return `0x${'11'.repeat(65)}`
    }
  }
  const { hash, methods, attempt } = await signedWith(orderOf(), [late])
  expect(hash).toBeUndefined()
  expect(methods).toEqual(['eth_signTypedData_v4'])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test('sends nothing that the wallet’s node would reject', async () => {
  const refuses: Lie = (_, wallet) =>
    void (wallet.tries = () => Promise.reject({ code: 3, message: 'execution reverted', data: '0x' }))
  const { methods, attempt } = await signedWith(orderOf(), [refuses])
  expect(methods).toEqual(['eth_signTypedData_v4'])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'changed' })
})

test('signs nothing if a simulating node rejects the swap with its permit', async () => {
  let tried: { from: string; to: string }[] = []
  const simulates: Lie = (_, wallet) => {
    const { tries } = wallet
    wallet.tries = async (method, params) => {
      if (method !== 'eth_simulateV1') return tries(method, params)
      tried = (params as [{ blockStateCalls: [{ calls: typeof tried }] }])[0].blockStateCalls[0].calls
      return [{ calls: [{ status: '0x1' }, { status: '0x0' }] }]
    }
  }
  const { methods, attempt } = await signedWith(orderOf(), [simulates])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'changed' })
  // The permit as a transaction to Permit2, then the swap, both from the account.
  expect(tried).toMatchObject([
    { from: me, to: orderOf().quote.spender },
    { from: me, to: router },
  ])
})

test.each(Object.entries(permitLies))('signs nothing that has %s', async (_, lie) => {
  const { methods, attempt } = await signedWith(orderOf(), [lie])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch', mismatch: { in: 'permission' } })
})

test('detects two simultaneous lies', async () => {
  const all = [...callLies, ...Object.entries(permitLies)]
  for (const [at, [first, lie]] of all.entries())
    for (const [second, another] of all.slice(at + 1)) {
      const { hash, methods } = await signedWith(orderOf(), [lie, another])
      expect(hash, `${first}, ${second}`).toBeUndefined()
      expect(methods, `${first}, ${second}`).toEqual([])
    }
})

test.each<[string, Partial<OfferedQuote>]>([
  ['a source that the kit cannot read', { source: { id: 'house', name: 'House' } }],
  ['another spender', { spender: other }],
  ['no spender', { spender: undefined }],
  ['a permission of another kind', { permit: 'eip2612' }],
])('does not execute a quote with %s', async (_, quote) => {
  const { methods, attempt } = await signedWith(orderOf({}, quote), [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test.each<[string, { symbol?: string; decimals?: number }, Mismatch]>([
  ['other decimals', { decimals: 18 }, { in: 'decimals' }],
  ['another symbol', { symbol: 'USDT' }, { in: 'symbol', side: 'from', shown: 'USDT', says: 'USDC' }],
])('does not pay with a token of which the server states %s', async (_, over, mismatch) => {
  const order = orderOf()
  const { methods, attempt } = await signedWith({ ...order, from: { ...order.from, ...over } }, [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch', mismatch })
})

test.each<[string, 'from' | 'to', Partial<SwapAsset>, Mismatch['in']]>([
  ['received with one decimal too few', 'to', { decimals: 17 }, 'decimals'],
  ['received under a token’s name', 'to', { symbol: 'USDC' }, 'symbol'],
  ['paid with one decimal too many', 'from', { decimals: 19 }, 'decimals'],
  ['paid under a token’s name', 'from', { symbol: 'USDC' }, 'symbol'],
])('stops a swap whose coin would be %s', async (_, side, over, mismatch) => {
  const order = side === 'to' ? orderOf() : paysCoin()
  const { methods, attempt } = await signedWith({ ...order, [side]: { ...order[side], ...over } }, [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch', mismatch: { in: mismatch } })
})

test('does not buy a token under a false symbol', async () => {
  const order = paysCoin()
  const { methods, attempt } = await signedWith({ ...order, to: { ...order.to, symbol: 'DAI' } }, [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ mismatch: { in: 'symbol', side: 'to', says: 'USDC' } })
})

test('signs data built by the kit, ignoring types, names and fields that a server adds', async () => {
  const { kit, server, requests } = setUpSwap()
  kits.push(kit)
  server.allowance = '5000000'
  server.permit.domain.name = 'Something else'
  server.permit.domain.salt = `0x${'1'.repeat(64)}`
  server.permit.types = { PermitSingle: [{ name: 'everything', type: 'uint256' }] }
  server.permit.message.everything = '1'
  await executeSwap(kit, orderOf())
  const [, text] = requests.find(({ method }) => method === 'eth_signTypedData_v4')!.params as [string, string]
  const { domain, types, message } = JSON.parse(text)
  expect(domain).toEqual({ name: 'Permit2', chainId: 1, verifyingContract: orderOf().quote.spender })
  expect(Object.keys(types).sort()).toEqual(['EIP712Domain', 'PermitDetails', 'PermitSingle'])
  expect(types.PermitDetails.map(({ type }: { type: string }) => type)).toEqual([
    'address',
    'uint160',
    'uint48',
    'uint48',
  ])
  expect(Object.keys(message)).toEqual(['details', 'spender', 'sigDeadline'])
  expect(message).toMatchObject({ spender: router, details: { token: usdc, amount: '5000000' } })
})

test('accepts up to the displayed fee, and the minimum of the visitor’s slippage', async () => {
  const fees = [{ name: 'Service fee', token: `eip155:1:${usdc}`, amount: '1', bps: 85 }]
  const withFee =
    (bps: bigint): Lie =>
    (s) =>
      void (s.call.fee = { bps, to: stranger })
  expect((await signedWith(orderOf({}, { fees }), [withFee(85n)])).hash).toBeDefined()
  expect((await signedWith(orderOf({}, { fees }), [withFee(86n)])).hash).toBeUndefined()
  // Half a percent, while the server still uses one.
  expect((await signedWith(orderOf({ least: 995n }), [])).hash).toBeUndefined()
})
