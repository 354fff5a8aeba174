import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { badDays, startUpstream, type Upstream } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { createSubscanHistory } from './createSubscanHistory.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const addressOf = (byte: number, prefix = 0) =>
  writePolkadotAddress({ prefix, publicKey: new Uint8Array(32).fill(byte) })
const [me, friend] = [addressOf(1), addressOf(2)]
const chain: ServerChain = {
  id: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  namespace: 'polkadot',
  reference: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  rpcUrls: [],
  wsUrls: [],
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  tokens: [{ address: '1984', name: 'Tether USD', symbol: 'USDT', decimals: 6 }],
  contracts: {},
  stables: [],
  isLocal: false,
}
const source = (deadlineMs = 5_000) => createSubscanHistory({ url: upstream.url, apiKey: 'sub-secret', deadlineMs })
const ask = (cursor?: string, from = source()) =>
  from.history({ chain, address: me, cursor, limit: 50 }, new AbortController().signal)

/** A transfer as Subscan documents it. */
const row = (over: object = {}) => ({
  transfer_id: 883_000_100,
  from: me,
  from_account_display: { address: me },
  to: friend,
  to_account_display: { address: friend },
  extrinsic_index: '8830001-2',
  success: true,
  hash: `0x${'ab'.repeat(32)}`,
  block_num: 8_830_001,
  block_timestamp: 1_747_000_002,
  module: 'balances',
  amount: '1.5',
  amount_v2: '15000000000',
  current_currency_amount: '6.03',
  currency_amount: '6.1',
  fee: '160000000',
  nonce: 7,
  asset_symbol: 'DOT',
  asset_unique_id: 'DOT',
  asset_type: 'native',
  item_id: null,
  event_idx: 3,
  is_lock: false,
  ...over,
})
const says = (transfers: readonly unknown[] | null, count = transfers?.length ?? 0) =>
  upstream.says({ body: { code: 0, message: 'Success', generated_at: 1_747_000_100, data: { count, transfers } } })

it('returns transfers exactly, with the key only in a header', async () => {
  says([
    row(),
    // Written for another network, it is still the same account.
    row({ from: friend, to: addressOf(1, 42), hash: `0x${'cd'.repeat(32)}`, extrinsic_index: '8830000-1', nonce: 0 }),
    row({
      ...{ hash: `0x${'ef'.repeat(32)}`, extrinsic_index: '8829000-4', success: false, module: 'assets' },
      ...{ asset_symbol: 'USDt', asset_unique_id: 'standard_assets/1984', asset_type: 'assets' },
      ...{ amount: '9007199254.740993', amount_v2: '9007199254740993' },
    }),
  ])
  const historyPage = await ask()
  expect(historyPage).toMatchObject({
    next: null,
    data: [
      {
        id: `${chain.id}:0x${'ab'.repeat(32)}`,
        metadata: {
          ...{ operationType: 'send', status: 'confirmed', sentFrom: me, sentTo: friend, nonce: 7 },
          ...{ minedAt: '2025-05-11T21:46:42.000Z', chain: chain.id },
        },
        transfers: [
          { direction: 'out', from: me, to: friend, quantity: { numeric: '1.5' }, fungible_info: { symbol: 'DOT' } },
        ],
      },
      { metadata: { operationType: 'receive' }, transfers: [{ direction: 'in', quantity: { numeric: '1.5' } }] },
      {
        metadata: { status: 'failed' },
        transfers: [
          {
            ...{ quantity: { numeric: '9007199254.740993' }, token: `${chain.id}:1984` },
            fungible_info: { name: 'Tether USD', symbol: 'USDT' },
          },
        ],
      },
    ],
  })
  const [{ path, headers, body, query }] = upstream.requests as [(typeof upstream.requests)[number]]
  expect([path, headers['x-api-key'], [...query]]).toEqual([
    '/assethub-polkadot/api/v2/scan/transfers',
    'sub-secret',
    [],
  ])
  expect(JSON.parse(body)).toEqual({ address: me, row: 50, page: 0 })
})

it('groups the transfers of one extrinsic, and separates unsolicited ones', async () => {
  const fake = { asset_symbol: 'USDT', asset_unique_id: 'standard_assets/77', asset_type: 'assets' }
  says([
    row({ from: friend, to: me, amount: '0.000001', amount_v2: '10000' }),
    row({ from: friend, to: me, ...fake, amount: '1000', amount_v2: '1000' }),
    row({ from: friend, to: me, ...fake, asset_symbol: 'NEW', amount: '3', amount_v2: '30' }),
  ])
  const historyPage = await ask()
  expect(historyPage?.data).toHaveLength(1)
  expect(historyPage?.data[0]?.transfers.map(({ suspicion, quantity }) => [suspicion, quantity.numeric])).toEqual([
    ['zero_value', '0.000001'],
    ['fake_symbol', '1000'],
    ['unlisted', '3'],
  ])
})

it('continues page by page, and rejects foreign cursors', async () => {
  says([row()], 51)
  const first = await ask()
  expect(first?.next).toBe('1')
  expect((await ask('1'))?.next).toBeNull()
  expect(JSON.parse(upstream.requests.at(-1)!.body)).toMatchObject({ page: 1 })
  expect(await ask('8830001:2')).toBeUndefined()
})

it('reports an unknown account as empty', async () => {
  says(null)
  expect(await ask()).toEqual({ data: [], next: null })
  for (const status of [200, 400]) {
    upstream.says({ status, body: { code: 10_004, message: 'Record Not Found', generated_at: 1_747_000_100 } })
    expect(await ask()).toEqual({ data: [], next: null })
  }
})

it('is unavailable during failures, without repeating its text', async () => {
  const refusals = {
    'refuses a parameter': { status: 400, body: { code: 10_001, message: 'Invalid Parameter' } },
    'says with 200 that it is busy': { body: { code: 20_008, message: 'api rate limit exceeded sub-secret' } },
    'refuses the key': { status: 401, body: { message: 'Unauthorized sub-secret' } },
    'gives rows of another kind': { body: { code: 0, message: 'Success', data: { count: 1, transfers: [{ a: 1 }] } } },
  }
  for (const [name, day] of [...Object.entries(badDays), ...Object.entries(refusals)]) {
    upstream.says(day)
    const failure = await ask(undefined, source(300)).then(
      () => undefined,
      (e: Error) => e,
    )
    expect(failure, name).toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) })
    expect(failure?.message, name).not.toContain('secret')
  }
  upstream.says({ status: 429, headers: { 'retry-after': '3' }, body: { message: 'API rate limit exceeded' } })
  const rested = source()
  await expect(ask(undefined, rested)).rejects.toMatchObject({ code: 'too_many_requests' })
  says([row()])
  await expect(ask(undefined, rested)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(upstream.requests).toHaveLength(0)
})

it('serves its known networks, and no local one', () => {
  expect(source().supports(chain)).toBe(true)
  expect(source().supports({ ...chain, reference: '45454545454545454545454545454545' })).toBe(false)
  expect(source().supports({ ...chain, isLocal: true })).toBe(false)
})
