import type { SwapQuote } from '@billfold/protocol/api/swap'
import { afterEach, expect, test } from 'vitest'
import { coinSide, me, orderOf, other, paysCoin, router, setUpSwap, usdc, weth } from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import { carryOut } from './carryOut.ts'
import type { SwapOrder } from './swapDesk.ts'

type Server = ReturnType<typeof setUpSwap>['server']
type Wallet = ReturnType<typeof setUpSwap>['wallet']
type Lie = (server: Server, wallet: Wallet) => void
type Fields = Record<string, Record<string, unknown>>

const stranger = other as `0x${string}`
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** What a server that was broken into may say of a swap, one field at a time; the rest of what it says is right. */
const lies: Readonly<Record<string, Lie>> = {
  'another contract is called': (s) => void (s.to = `eip155:1:${other}`),
  'the coins of the account go along': (s) => void (s.value = '1000000000000000000'),
  'another gets what comes out': (s) => void (s.call.recipient = stranger),
  'another token is paid': (s) => void (s.call.from = weth),
  'another token comes out': (s) => void (s.call.to = stranger),
  'more is taken': (s) => void (s.call.amount = 5_000_001n),
  'less is taken': (s) => void (s.call.amount = 4_999_999n),
  'the minimum is lower': (s) => void (s.call.least = 988n),
  'there is no minimum': (s) => void (s.call.least = 0n),
  'a share goes to somebody': (s) => void (s.call.fee = { bps: 100n, to: stranger }),
  'it can be kept for years': (s) => void (s.call.deadline = 2n ** 40n),
  'tokens that were approved once are taken besides': (s) =>
    void (s.call.extra = ['0x02', `0x${[weth, other, '1'].map(wordOf).join('')}`]),
  'it sells the tokens of the account twice': (s) =>
    void (s.call.extra = ['0x0c', `0x${[other, '1'].map(wordOf).join('')}`]),
  'a command that may fail': (s) => void (s.call.extra = ['0x8c', `0x${[me, '1'].map(wordOf).join('')}`]),
  'a transfer instead of a swap': (s) => void (s.data = `0xa9059cbb${[other, '1'].map(wordOf).join('')}`),
  'no call at all': (s) => void (s.data = '0x'),
  'a call that points outside of itself': (s) => void (s.data = `0x3593564c${'ff'.repeat(96)}`),
  'it says that it tried out nothing': (s) => void (s.changes = []),
  'the node of the wallet would refuse it': (_, wallet) =>
    void (wallet.tries = () => Promise.reject({ code: 3, message: 'execution reverted', data: '0x' })),
}

/** What it may say of a permission to sign. */
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

/** Runs a swap with a server that lies so, and says what the wallet was asked to sign. */
async function signedWith(order: SwapOrder, told: readonly Lie[]) {
  const { kit, server, wallet, methods, attempt } = setUpSwap()
  kits.push(kit)
  server.allowance = '5000000'
  if (order.from.address === undefined) Object.assign(server, { value: '7', changes: coinSide })
  for (const lie of told) lie(server, wallet)
  const hash = await carryOut(kit, order)
  return { hash, methods: methods(), attempt: attempt() }
}

test('an honest server: the wallet is asked', async () => {
  expect((await signedWith(orderOf(), [])).methods).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  expect((await signedWith(paysCoin(), [])).methods).toEqual(['eth_sendTransaction'])
})

test.each(Object.entries(lies))('nothing is sent where %s', async (_, lie) => {
  const { hash, methods, attempt } = await signedWith(orderOf(), [lie])
  expect(hash).toBeUndefined()
  expect(methods).not.toContain('eth_sendTransaction')
  expect(attempt).toMatchObject({ phase: 'failed', trouble: expect.stringMatching(/^(mismatch|changed)$/) })
})

test.each(Object.entries(permitLies))('nothing is signed that has %s', async (_, lie) => {
  const { methods, attempt } = await signedWith(orderOf(), [lie])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test('two lies at once get no further than one', async () => {
  const all = Object.entries({ ...lies, ...permitLies })
  for (const [at, [first, lie]] of all.entries())
    for (const [second, another] of all.slice(at + 1)) {
      const { hash, methods } = await signedWith(orderOf(), [lie, another])
      expect(hash, `${first}, ${second}`).toBeUndefined()
      expect(methods, `${first}, ${second}`).not.toContain('eth_sendTransaction')
    }
})

test.each<[string, Partial<SwapQuote>]>([
  ['a source that the kit cannot read', { source: { id: 'house', name: 'House' } }],
  ['another spender', { spender: other }],
  ['no spender', { spender: undefined }],
  ['a permission of another kind', { permit: 'eip2612' }],
])('a quote with %s is not carried out', async (_, quote) => {
  const { methods, attempt } = await signedWith(orderOf({}, quote), [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test('a token that the server says other decimals of is not paid with', async () => {
  const order = orderOf()
  const { methods, attempt } = await signedWith({ ...order, from: { ...order.from, decimals: 18 } }, [])
  expect(methods).toEqual([])
  expect(attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
})

test('what is signed is written by the kit: types, names and fields that a server adds are not in it', async () => {
  const { kit, server, asked } = setUpSwap()
  kits.push(kit)
  server.allowance = '5000000'
  server.permit.domain.name = 'Something else'
  server.permit.domain.salt = `0x${'1'.repeat(64)}`
  server.permit.types = { PermitSingle: [{ name: 'everything', type: 'uint256' }] }
  server.permit.message.everything = '1'
  await carryOut(kit, orderOf())
  const [, text] = asked.find(({ method }) => method === 'eth_signTypedData_v4')!.params as [string, string]
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

test('a fee that was shown may be taken, and no more; the minimum is what the visitor’s slippage says', async () => {
  const fees = [{ name: 'Service fee', token: `eip155:1:${usdc}`, amount: '1', bps: 85 }]
  const withFee =
    (bps: bigint): Lie =>
    (s) =>
      void (s.call.fee = { bps, to: stranger })
  expect((await signedWith(orderOf({}, { fees }), [withFee(85n)])).hash).toBeDefined()
  expect((await signedWith(orderOf({}, { fees }), [withFee(86n)])).hash).toBeUndefined()
  // Half a percent, and a server that still says one.
  expect((await signedWith(orderOf({ slippageBps: 50 }), [])).hash).toBeUndefined()
})
