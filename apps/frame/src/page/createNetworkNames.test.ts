import { expect, test, vi } from 'vitest'
import { createNetworkNames } from './createNetworkNames.ts'
import { frameNetwork } from './frameNetwork.ts'

const label = (chainId: string, name: string, symbol = 'XYZ') => ({ chainId: chainId as 'eip155:1', name, symbol })
const named = (...networks: ReturnType<typeof label>[]) =>
  createNetworkNames({ getNetworkNames: async () => ({ networks }) }, 'shop')

test('a network without a name of ours is called as the operator’s list calls it, with its id beside', async () => {
  const name = named(label('eip155:777', 'Shop Chain', 'SHOP'), label('solana:abc', 'Shop Solana', 'FAKE'))
  expect(await name(frameNetwork(777))).toEqual({
    ...{ id: 'eip155:777', namespace: 'eip155', name: 'Shop Chain (eip155:777)' },
    coin: { symbol: 'SHOP', decimals: 18 },
  })
  expect(await name(frameNetwork('solana:abc'))).toMatchObject({
    name: 'Shop Solana (solana:abc)',
    coin: { symbol: 'SOL', decimals: 9 },
  })
  expect(await name(frameNetwork(778))).toEqual(frameNetwork(778))
})

test('the list renames no network of ours, lends no one their name, and hides nothing in one', async () => {
  const name = named(
    label('eip155:1', 'Free money'),
    label('eip155:777', ' ethereum '),
    label('eip155:778', 'a\u202eb'),
  )
  expect(await name(frameNetwork(1))).toEqual(frameNetwork(1))
  expect(await name(frameNetwork(777))).toEqual(frameNetwork(777))
  expect((await name(frameNetwork(778))).name).not.toContain('\u202e')
})

test('without an answer the id stands alone, and the next request asks again', async () => {
  const getNetworkNames = vi
    .fn<() => Promise<{ networks: ReturnType<typeof label>[] }>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ networks: [label('eip155:777', 'Shop Chain')] })
  const name = createNetworkNames({ getNetworkNames }, 'shop')
  expect(await name(frameNetwork(777))).toEqual(frameNetwork(777))
  expect((await name(frameNetwork(777))).name).toBe('Shop Chain (eip155:777)')
})
