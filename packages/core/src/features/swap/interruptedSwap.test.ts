import { afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/setUpKit.ts'
import {
  approvalData,
  approvalHash,
  me,
  orderOf,
  paysCoin,
  setUpSwap,
  swapHash,
  usdcId,
} from '../../../test/setUpSwap.ts'
import type { Kit } from '../../kit.ts'
import type { SwapStep } from '../../model/swap.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { disconnect } from '../connect/disconnect.ts'
import { executeSwap } from './executeSwap.ts'
import { readInterruptedSwap } from './interruptedSwap.ts'
import { interruptedSwapQuery } from './interruptedSwapQuery.ts'

beforeAll(() =>
  Promise.all([import('../../chains/eip155/swapCalls.ts'), import('../transactions/transactionTracking.ts')]),
)
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
const place = { networkId: 'eip155:1', address: me } as const
const cacheKey = '@billfold/swap_cache'
type Set = ReturnType<typeof setUpSwap>
function setUp(storage = fakeStorage()) {
  const set = setUpSwap(storage)
  kits.push(set.kit)
  return set
}
const never = () => new Promise<never>(() => {})
/** Stops a swap for good at a step: the page unloads before any response. */
const stops: Partial<Record<SwapStep, (set: Set) => void>> = {
  resetting: ({ wallet, server }) => {
    server.reset = { to: usdcId, data: approvalData(0n) }
    wallet.sends = never
  },
  approving: ({ wallet }) => void (wallet.sends = never),
  approved: ({ wallet }) => void (wallet.chainIsBusy = true),
  signing: ({ wallet }) => void (wallet.signs = never),
  building: ({ server }) => void (server.tries = never),
  asking: ({ wallet }) => {
    const { sends } = wallet
    wallet.sends = async (data) => (data.startsWith('0x095ea7b3') ? sends(data) : never())
  },
}

/** Unloads a page at a step, and opens the next one with only its storage. */
async function reloadAt(step: SwapStep, order = orderOf()) {
  const first = setUp()
  stops[step]?.(first)
  void executeSwap(first.kit, order)
  await until(first.kit, (state) => state.swap.attempt.phase === step)
  // The request and its record follow the step's event.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  const storage = fakeStorage(Object.fromEntries(first.storage.values))
  first.kit.dispose()
  const second = setUp(storage)
  const findLeft = () => interruptedSwapQuery(second.kit, place).queryFn({ signal: new AbortController().signal })
  return { ...second, storage, findLeft }
}

test.each([
  ['resetting', 'approving'],
  ['approving', 'approving'],
] as const)(
  'after a reload while %s, the wallet may still have the approval, and nothing counts as approved',
  async (step, state) => {
    const { kit, findLeft, methods } = await reloadAt(step)
    expect(await findLeft()).toMatchObject({
      state,
      amount: '5000000',
      from: { symbol: 'USDC' },
      to: { symbol: 'ETH' },
    })
    expect(methods()).toEqual([])
    expect(kit.store.get().swap.attempt).toEqual({ phase: 'idle' })
  },
)

test('counts an approval given while the page was closed, and does not request it again', async () => {
  const { kit, server, findLeft, methods } = await reloadAt('approving')
  server.allowance = '5000000'
  expect(await findLeft()).toMatchObject({ state: 'approved' })
  expect(await executeSwap(kit, orderOf())).toBe(swapHash)
  expect(methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  expect(readInterruptedSwap(kit, place)).toBeUndefined()
})

test('waits for a pending approval after a reload, and does not request it again', async () => {
  const { kit, server, wallet, findLeft, methods, attempt } = await reloadAt('approved')
  wallet.chainIsBusy = true
  expect(await findLeft()).toMatchObject({ state: 'pending', approval: approvalHash })
  const ended = executeSwap(kit, orderOf())
  await until(kit, (state) => state.swap.attempt.phase === 'approved')
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect([attempt(), methods()]).toEqual([{ phase: 'approved' }, []])
  server.allowance = '5000000'
  kit.store.send({ type: 'transaction/settled', hash: approvalHash, outcome: 'confirmed', at: 1 })
  expect(await ended).toBe(swapHash)
  expect(methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
})

test('ignores a pending approval of less, or for another spender', async () => {
  const { kit, methods } = await reloadAt('approved')
  expect(kit.store.get().transactions).toMatchObject([{ kind: 'approval', status: 'pending' }])
  expect(await executeSwap(kit, { ...orderOf(), amount: 5_000_001n })).toBeUndefined()
  // This server builds only an approval of five dollars: a new one was requested.
  expect(kit.store.get().swap.attempt).toMatchObject({ phase: 'failed', trouble: 'mismatch' })
  expect(methods()).toEqual([])
})

test.each(['signing', 'building'] as const)(
  'after a reload while %s, shows the swap as approved but not swapped',
  async (step) => {
    const { kit, server, findLeft, methods } = await reloadAt(step)
    server.allowance = '5000000'
    expect(await findLeft()).toMatchObject({
      state: 'approved',
      amount: '5000000',
      from: orderOf().from,
      to: orderOf().to,
    })
    expect(await executeSwap(kit, orderOf())).toBe(swapHash)
    expect(methods()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(await findLeft()).toBeNull()
  },
)

test('does not offer an approval that the chain has dropped', async () => {
  const { kit, findLeft } = await reloadAt('signing')
  expect(await findLeft()).toBeNull()
  expect(readInterruptedSwap(kit, place)).toBeUndefined()
})

test('after a reload while the wallet has the swap, it may still send it until the tokens are spent', async () => {
  const { server, findLeft } = await reloadAt('asking')
  server.allowance = '5000000'
  expect(await findLeft()).toMatchObject({ state: 'asking' })
  server.allowance = '0'
  expect(await findLeft()).toBeNull()
})

test('stores a swap of coins, without an approval, while the wallet has it', async () => {
  const first = setUp()
  Object.assign(first.server, {
    value: '7',
    changes: [
      { token: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', amount: '-7' },
      { token: usdcId, amount: '1000' },
    ],
  })
  first.wallet.sends = never
  void executeSwap(first.kit, paysCoin())
  await until(first.kit, (state) => state.swap.attempt.phase === 'asking')
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  const { kit } = setUp(fakeStorage(Object.fromEntries(first.storage.values)))
  const left = await interruptedSwapQuery(kit, place).queryFn({ signal: new AbortController().signal })
  expect(left).toMatchObject({ state: 'asking', from: { symbol: 'ETH' }, amount: '7' })
  expect(left).not.toHaveProperty('spender')
  // It ends once the wallet is known to have sent it.
  const call = { from: me, to: me, value: '7', data: '0x' }
  kit.store.send({
    type: 'transaction/sent',
    transaction: {
      ...{ hash: swapHash, networkId: place.networkId, kind: 'swap', from: me, call, status: 'pending' },
      meant: {
        ...{ to: me, amount: '1000', symbol: 'USDC', decimals: 6 },
        paid: { amount: '7', symbol: 'ETH', decimals: 18 },
      },
      sentAt: kit.ports.clock.now(),
    },
  })
  expect(await interruptedSwapQuery(kit, place).queryFn({ signal: new AbortController().signal })).toBeNull()
})

test('drops a sent swap, which a reload knows by its transaction', async () => {
  const { kit, storage } = setUp()
  await executeSwap(kit, orderOf())
  expect(storage.values.get(cacheKey)).toBeUndefined()
  expect(kit.store.get().transactions.map(({ kind }) => kind)).toEqual(['swap', 'approval'])
})

test('stores nothing after a rejected approval, and the approval after a rejected swap', async () => {
  const { kit, wallet } = setUp()
  const no = () => Promise.reject({ code: 4001, message: 'no' })
  const { sends } = wallet
  wallet.sends = no
  await executeSwap(kit, orderOf())
  expect(readInterruptedSwap(kit, place)).toBeUndefined()
  wallet.sends = (data) => (data.startsWith('0x095ea7b3') ? sends(data) : no())
  await executeSwap(kit, orderOf())
  expect(readInterruptedSwap(kit, place)).toMatchObject({ step: 'approved', approval: approvalHash })
})

test('keeps the swap when a wallet fails without a response', async () => {
  const { kit, wallet } = setUp()
  wallet.sends = () => Promise.reject(new Error('the extension went away'))
  await executeSwap(kit, orderOf())
  expect(readInterruptedSwap(kit, place)).toMatchObject({ step: 'approving' })
})

test('ends only its own swap on a late response', async () => {
  const { kit, wallet, clock } = setUp()
  let answer: (hash: string) => void = () => {}
  wallet.sends = () => new Promise((done) => void (answer = done))
  const first = executeSwap(kit, orderOf())
  await until(kit, (state) => state.swap.attempt.phase === 'approving')
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  const late = answer
  kit.store.send({ type: 'swap/abandoned' })
  clock.advance(1_000)
  void executeSwap(kit, orderOf({ to: { ...orderOf().to, name: 'Another' } }))
  await until(kit, (state) => state.swap.attempt.phase === 'approving')
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  late(approvalHash)
  await first
  expect(readInterruptedSwap(kit, place)).toMatchObject({ step: 'approving', to: { name: 'Another' } })
})

test('keeps the swap when its wallet locks or disconnects, since it may still have the request', async () => {
  const { kit, storage } = await reloadAt('asking')
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'wallet' })
  expect(storage.values.get(cacheKey)).toContain(me)
  await disconnect(kit)
  expect(readInterruptedSwap(kit, place)).toMatchObject({ step: 'asking' })
})

test('stores one per account and network, for a limited number and time', async () => {
  const { kit, storage, clock } = await reloadAt('signing')
  expect(readInterruptedSwap(kit, { ...place, networkId: 'eip155:10' })).toBeUndefined()
  expect(readInterruptedSwap(kit, { ...place, address: `0x${'1'.repeat(40)}` })).toBeUndefined()
  const [entry] = Object.values(JSON.parse(storage.values.get(cacheKey)!) as Record<string, { timestamp: number }>)
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`eip155:1:0x${at}`, { ...entry, timestamp: entry!.timestamp - at }]),
  )
  storage.values.set(cacheKey, JSON.stringify(many))
  // Its own is the eighth, until it is sent.
  await executeSwap(kit, orderOf())
  expect(Object.keys(JSON.parse(storage.values.get(cacheKey)!) as object)).toHaveLength(7)
  storage.values.set(cacheKey, JSON.stringify({ [`eip155:1:${me}`]: entry }))
  expect(readInterruptedSwap(kit, place)).toBeDefined()
  clock.advance(7 * 86_400_000 + 1)
  expect(readInterruptedSwap(kit, place)).toBeUndefined()
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['no object', '7'],
  ['null', '{"eip155:1:ME":null}'],
  ['a step that there is not', { step: 'constructor' }],
  ['an amount that is none', { amount: '1.5' }],
  ['an amount beyond all', { amount: '9'.repeat(79) }],
  ['an asset that is none', { from: 7 }],
  ['decimals that no one can count in', { to: { symbol: 'X', name: 'X', decimals: 78 } }],
  ['half a unit of decimals', { to: { symbol: 'X', name: 'X', decimals: 0.5 } }],
  ['a long symbol', { to: { symbol: 'X'.repeat(101), name: 'X', decimals: 1 } }],
  ['a spender that is no text', { spender: {} }],
  ['a time that is none', { timestamp: 'now' }],
])('ignores %s in storage', async (_, over) => {
  const { kit, storage } = await reloadAt('signing')
  const stored = JSON.parse(storage.values.get(cacheKey)!) as Record<string, object>
  const text =
    typeof over === 'string'
      ? over.replace('ME', me)
      : JSON.stringify({ [`eip155:1:${me}`]: { ...stored[`eip155:1:${me}`], ...(over as object) } })
  expect(readInterruptedSwap(kit, place)).toBeDefined()
  storage.values.set(cacheKey, text)
  expect(readInterruptedSwap(kit, place)).toBeUndefined()
})
