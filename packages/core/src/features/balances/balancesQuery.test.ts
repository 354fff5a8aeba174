import { afterEach, expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { historyQuery } from '../history/historyQuery.ts'
import { balancesQuery, dropGuard } from './balancesQuery.ts'

const address = 'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7' as const
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
const row = (symbol: string, numeric: string, more: object = {}) => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  price: 1,
  value: Number(numeric),
  quantity: { decimals: '18', numeric },
  iconUrl: '',
  ...more,
})

/** A kit with a mocked server response. */
function setUp(answer: () => { status?: number; body: unknown }, storage = fakeStorage()) {
  storage.values.set('@appkit/eip155:connected_connector_id', 'x')
  const set = setUpKit({ storage, http: fakeHttp(answer) })
  kits.push(set.kit)
  const read = () => balancesQuery(set.kit, { address }).queryFn({ signal: new AbortController().signal })
  return { ...set, storage, read }
}

test('sorts by value, shows balances without decimals, and omits other chains’ tokens', async () => {
  const body = {
    balances: [
      row('A', '1', { address: `eip155:1:0x${'1'.repeat(40)}` }),
      row('B', '5', { address: `eip155:1:0x${'2'.repeat(40)}` }),
      row('SEAT', '3', { address: `eip155:1:0x${'3'.repeat(40)}`, quantity: { decimals: '0', numeric: '3' } }),
      row('FAR', '9', { chainId: 'eip155:10' }),
    ],
  }
  expect((await setUp(() => ({ body })).read()).map(({ symbol }) => symbol)).toEqual(['B', 'SEAT', 'A'])
})

test('waits 30 seconds after a failure, whatever views ask', async () => {
  let status = 500
  const { read, http, clock } = setUp(() => ({ status, body: { balances: [] } }))
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
  status = 200
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
  expect(http.requests).toHaveLength(1)
  clock.advance(30_000)
  expect(await read()).toEqual([])
})

test.each([503, 500, 429])('polls every ten seconds, and waits 30 seconds after a %i', async (status) => {
  const { kit, read } = setUp(() => ({ status, body: {} }))
  const { refetchInterval } = balancesQuery(kit, { address })
  expect(refetchInterval({ state: { error: null } })).toBe(10_000)
  const error = await read().catch((e: unknown) => e)
  expect(refetchInterval({ state: { error } })).toBe(30_000)
})

test('lets a visitor retry before the back-off ends', async () => {
  let status = 503
  const { kit, read, http } = setUp(() => ({ status, body: { balances: [] } }))
  await expect(read()).rejects.toMatchObject({ code: 'sources_unavailable' })
  status = 200
  dropGuard(kit, address)
  expect(await read()).toEqual([])
  expect(http.requests).toHaveLength(2)
})

test('starts from the cache: balances for 30 seconds, the newest transactions for days', async () => {
  const storage = fakeStorage()
  const transaction = {
    id: 'tx1',
    metadata: {
      operationType: 'receive',
      hash: '0x1',
      chain: 'eip155:1',
      minedAt: '2026-03-05T10:00:00Z',
      sentFrom: '0x2',
      sentTo: '0x3',
      status: 'confirmed',
      nonce: 1,
    },
    transfers: [],
  }
  const first = setUp(() => ({ body: { balances: [row('A', '1')], data: [transaction], next: null } }), storage)
  await first.read()
  await historyQuery(first.kit, { address }).queryFn({ pageParam: '', signal: new AbortController().signal })
  const second = setUp(() => ({ status: 500, body: {} }), storage)
  expect(balancesQuery(second.kit, { address }).initialData()?.[0]?.symbol).toBe('ETH')
  expect(historyQuery(second.kit, { address }).initialData()?.pages[0]?.transactions[0]?.id).toBe('tx1')
  second.clock.advance(30_001)
  expect(balancesQuery(second.kit, { address }).initialData()).toBeUndefined()
  expect(historyQuery(second.kit, { address }).initialData()?.pages).toHaveLength(1)
})

test('takes the coin’s name and decimals from the site’s configuration, not the server', async () => {
  const lie = { name: 'USD Coin', quantity: { decimals: '19', numeric: '25.5' } }
  const body = { balances: [row('USDC', '1', lie)] }
  expect(await setUp(() => ({ body })).read()).toMatchObject([
    { name: 'Ether', symbol: 'ETH', decimals: 18, amount: 25_500_000_000_000_000_000n },
  ])
})
