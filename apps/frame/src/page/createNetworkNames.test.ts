import { expect, test, vi } from 'vitest'
import { createNetworkNames } from './createNetworkNames.ts'
import { frameNetwork } from './frameNetwork.ts'

const label = (chainId: string, name: string, symbol = 'XYZ') => ({ chainId: chainId as 'eip155:1', name, symbol })
const named = (...networks: ReturnType<typeof label>[]) =>
  createNetworkNames({ getNetworkNames: async () => ({ networks }) }, 'shop')

test('names an unknown network by the operator’s list, with its id', async () => {
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

test('ignores list entries that rename our networks, reuse their names or hide characters', async () => {
  const name = named(
    label('eip155:1', 'Free money'),
    label('eip155:777', ' ethereum '),
    label('eip155:778', 'a\u202eb'),
  )
  expect(await name(frameNetwork(1))).toEqual(frameNetwork(1))
  expect(await name(frameNetwork(777))).toEqual(frameNetwork(777))
  expect((await name(frameNetwork(778))).name).not.toContain('\u202e')
})

test('shows the id alone after a failure, and retries with the next request', async () => {
  const getNetworkNames = vi
    .fn<() => Promise<{ networks: ReturnType<typeof label>[] }>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ networks: [label('eip155:777', 'Shop Chain')] })
  const name = createNetworkNames({ getNetworkNames }, 'shop')
  expect(await name(frameNetwork(777))).toEqual(frameNetwork(777))
  expect((await name(frameNetwork(777))).name).toBe('Shop Chain (eip155:777)')
})
