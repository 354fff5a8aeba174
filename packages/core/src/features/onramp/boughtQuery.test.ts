import { expect, it } from 'vitest'
import { buyer, buyOrder } from '../../../test/buying.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { boughtElsewhere, boughtQuery } from './boughtQuery.ts'

const row = (hash: string, more: object = {}, symbol = 'ETH') => ({
  id: hash,
  metadata: {
    ...{ operationType: 'buy', hash, chain: 'eip155:10', minedAt: '2026-01-01T00:00:00.000Z', sentFrom: '', nonce: 0 },
    ...{ sentTo: buyer.toLowerCase(), status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', ...more },
  },
  transfers: [{ direction: 'in', quantity: { numeric: '0.5' }, fungible_info: { name: 'Ether', symbol, icon: null } }],
})

it('takes purchases that the server saw leave for the account, and no others', async () => {
  const data = [
    row('0xaa'),
    row('0xbb', { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' }),
    row('0xcc', { sentTo: '0x0000000000000000000000000000000000000001' }),
    row('0xdd', { status: 'confirmed' }),
    row('0xee', {}, ''),
    row('0xff', { minedAt: 'yesterday' }),
    row('0x11', { chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }),
  ]
  const http = fakeHttp(() => ({ body: { data, next: null } }))
  const { kit } = setUpKit({ http })
  const query = boughtQuery(kit, { address: `eip155:1:${buyer}` })
  const bought = await queriesOf(kit).fetchQuery(query)
  expect(bought.map(({ hash, status, amount, networkId }) => [hash, status, amount, networkId])).toEqual([
    ['0xaa', 'settled', '0.5', 'eip155:10'],
    ['0xbb', 'sent', '0.5', 'eip155:10'],
  ])
  expect(http.requests[0]?.url).toContain('onramp=coinbase')
  expect(http.requests[0]?.url).not.toContain('chainId')
  expect([query.refetchInterval({ state: { data: bought } }), query.refetchInterval({ state: { data: [] } })]).toEqual([
    3_000,
    false,
  ])
  // Purchases made in this browser appear once.
  const asset = { ...buyOrder().asset, chainId: 'eip155:10' }
  const own = {
    order: buyOrder({ hash: '0xaa', asset }),
    networkId: 'eip155:10',
    providerName: 'Bank',
    url: '',
  } as const
  expect(boughtElsewhere(bought, [own]).map(({ hash }) => hash)).toEqual(['0xbb'])
  kit.dispose()
})
