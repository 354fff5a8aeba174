import { afterEach, expect, test } from 'vitest'
import { approvalData, coinSide, orderOf, paysCoin, setUpSwap, usdcId } from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import { executeSwap } from './executeSwap.ts'
import type { SwapOrder } from './swapOrder.ts'
import { walletPromptsQuery } from './walletPromptsQuery.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function setUp() {
  const set = setUpSwap()
  kits.push(set.kit)
  return set
}
type Set = ReturnType<typeof setUpSwap>
const smart = (order: SwapOrder): SwapOrder => ({ ...order, source: { ...order.source, type: 'smartAccount' } })
const methodOf = {
  reset: 'eth_sendTransaction',
  approve: 'eth_sendTransaction',
  sign: 'eth_signTypedData_v4',
  swap: 'eth_sendTransaction',
  all: 'wallet_sendCalls',
}

// Each is also executed, to compare the preview with the actual prompts.
test.each<[string, SwapOrder, (set: Set) => void, readonly (keyof typeof methodOf)[]]>([
  ['coins', paysCoin(), ({ server }) => void Object.assign(server, { value: '7', changes: coinSide }), ['swap']],
  ['tokens through Permit2', orderOf(), () => {}, ['approve', 'sign', 'swap']],
  ['what is allowed already', orderOf(), ({ server }) => void (server.allowance = '5000000'), ['sign', 'swap']],
  [
    'a token that wants a reset',
    orderOf(),
    ({ server }) => void (server.reset = { to: usdcId, data: approvalData(0n) }),
    ['reset', 'approve', 'sign', 'swap'],
  ],
  ['a wallet that takes all as one', orderOf(), ({ wallet }) => void (wallet.atomic = true), ['all']],
])('predicts the prompts of %s exactly', async (_, order, change, asks) => {
  const { kit, methods, ...set } = setUp()
  change({ kit, methods, ...set })
  expect(await walletPromptsQuery(kit, order).queryFn()).toEqual({ asks, isMost: false })
  // The preview makes no request.
  expect(methods()).toEqual([])
  await executeSwap(kit, order)
  expect(methods()).toEqual(asks.map((ask) => methodOf[ask]))
})

test('predicts one prompt for a smart account, batched or the swap alone', async () => {
  const { kit, wallet, server } = setUp()
  wallet.atomic = true
  const asksOf = async (order: SwapOrder) => (await walletPromptsQuery(kit, smart(order)).queryFn())?.asks
  expect(await asksOf(orderOf())).toEqual(['all'])
  server.allowance = '5000000'
  // Permit2 needs an approval for the router in the same batch.
  expect(await asksOf(orderOf())).toEqual(['all'])
  expect(await asksOf(orderOf({}, { permit: undefined }))).toEqual(['swap'])
  expect(await asksOf(paysCoin())).toEqual(['swap'])
})

test('predicts no approval for a token with permits', async () => {
  const { kit } = setUp()
  expect(await walletPromptsQuery(kit, orderOf({}, { permit: 'eip2612' })).queryFn()).toEqual({
    asks: ['sign', 'swap'],
    isMost: false,
  })
})

test('predicts no second prompt for a pending approval', async () => {
  const { kit, wallet } = setUp()
  wallet.chainIsBusy = true
  wallet.signs = () => new Promise(() => {})
  void executeSwap(kit, orderOf())
  await expect.poll(() => kit.store.get().transactions[0]?.status).toBe('pending')
  expect((await walletPromptsQuery(kit, orderOf()).queryFn())?.asks).toEqual(['sign', 'swap'])
})

test('does not query a WalletConnect wallet’s capabilities, and marks the result as a maximum', async () => {
  const { kit, wallet } = setUp()
  wallet.atomic = true
  const near = kit.connectors.get('eip155', 'io.puppet')!
  const questions: string[] = []
  kit.connectors.add({
    ...near,
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    request: (networkId, method, params) => {
      questions.push(method)
      return near.request(networkId, method, params)
    },
  })
  const far = (order: SwapOrder) => ({ ...order, source: { ...order.source, connectorId: 'walletConnect' } })
  const asks = ['approve', 'sign', 'swap']
  expect(await walletPromptsQuery(kit, far(orderOf())).queryFn()).toEqual({ asks, isMost: true })
  expect(await walletPromptsQuery(kit, far(paysCoin())).queryFn()).toEqual({ asks: ['swap'], isMost: false })
  expect(questions).toEqual([])
})

test('is unknown while the server is unreachable', async () => {
  const { kit } = setUp()
  kit.api = Object.assign(Object.create(kit.api), { getSwapAllowance: () => Promise.reject(new Error('away')) })
  await expect(walletPromptsQuery(kit, orderOf()).queryFn()).rejects.toThrow('away')
})
