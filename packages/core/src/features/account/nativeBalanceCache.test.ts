import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { readCachedBalance, writeCachedBalance } from './nativeBalanceCache.ts'

const key = '@appkit/native_balance_cache'
const balance = { value: 10n ** 30n, symbol: 'ETH', decimals: 18 }
const remembering = (content: Record<string, string> = {}) =>
  setUpKit({ storage: fakeStorage({ '@appkit/eip155:connected_connector_id': 'x', ...content }) })

test('keeps a balance for exactly 30 seconds, then drops it from its own cache only', () => {
  const { kit, clock, storage } = remembering({ '@appkit/portfolio_cache': '{"a":1}' })
  writeCachedBalance(kit, 'eip155:1:0xa', balance)
  clock.advance(30_000)
  expect(readCachedBalance(kit, 'eip155:1:0xa')?.balance).toEqual(balance)
  clock.advance(1)
  expect(readCachedBalance(kit, 'eip155:1:0xa')).toBeUndefined()
  writeCachedBalance(kit, 'eip155:1:0xb', balance)
  expect(Object.keys(JSON.parse(storage.values.get(key)!))).toEqual(['eip155:1:0xb'])
  expect(storage.values.get('@appkit/portfolio_cache')).toBe('{"a":1}')
})

test.each([
  'null',
  '[]',
  '7',
  '{"eip155:1:0xa":{"balance":"-1"}}',
  '{"eip155:1:0xa":{"balance":"1e21","symbol":"E"}}',
  '{',
])('ignores invalid cached data: %s', (text) => {
  const { kit } = remembering({ [key]: text })
  expect(readCachedBalance(kit, 'eip155:1:0xa')).toBeUndefined()
  writeCachedBalance(kit, 'eip155:1:0xa', balance)
  expect(readCachedBalance(kit, 'eip155:1:0xa')?.balance).toEqual(balance)
})
