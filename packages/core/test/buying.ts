import type { OnrampAsset, OnrampOrder, OnrampProvider, OnrampQuote } from '@billfold/protocol/api/onramp'

/** The buyer in tests. */
export const buyer = '0x52908400098527886E0F7030069857D2E4169EE7'

export const ether: OnrampAsset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
export const usdc: OnrampAsset = {
  chainId: 'eip155:1',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}

export const localBank: OnrampProvider = {
  id: 'local',
  name: 'Local Bank',
  assets: [ether, usdc],
  limits: [
    { currency: 'USD', method: 'card', min: '10', max: '2000' },
    { currency: 'EUR', method: 'card', min: '10', max: '2000' },
  ],
}
export const farBank: OnrampProvider = {
  id: 'far',
  name: 'Far Bank',
  assets: [ether],
  limits: [{ currency: 'USD', method: 'bank', min: '200', max: '10000' }],
}

/** A provider's quote. */
export const buyQuote = (over: Partial<OnrampQuote> = {}): OnrampQuote => ({
  provider: 'local',
  quoteId: 'q1',
  endsAt: null,
  asset: ether,
  currency: 'USD',
  method: 'card',
  pays: '100',
  gets: '32000000000000000',
  fees: [{ name: 'Provider fee', amount: '2.50' }],
  arrivesInSeconds: 300,
  ...over,
})

/** The server's order. */
export const buyOrder = (over: Partial<OnrampOrder> = {}): OnrampOrder => ({
  id: 'order-1',
  provider: 'local',
  status: 'created',
  asset: ether,
  address: buyer,
  currency: 'USD',
  pays: '100',
  gets: '32000000000000000',
  hash: null,
  reason: null,
  madeAt: '2026-01-01T00:00:00.000Z',
  changedAt: '2026-01-01T00:00:00.000Z',
  ...over,
})
