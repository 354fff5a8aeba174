import { expect, it } from 'vitest'
import { frameNetwork, isOwnName } from './frameNetwork.ts'

it.each([
  1, 5, 10, 56, 97, 100, 137, 280, 324, 420, 999, 8453, 42_161, 42_220, 43_113, 43_114, 80_001, 84_531, 84_532, 421_613,
  7_777_777, 11_155_111, 1_313_161_554, 1_313_161_555,
])('calls EVM network %i by a name of its own', (id) => {
  const network = frameNetwork(id)
  expect(network).toMatchObject({ id: `eip155:${id}`, namespace: 'eip155', coin: { decimals: 18 } })
  expect(network.name).not.toContain('eip155')
  expect(isOwnName(network.name)).toBe(true)
})

it.each([
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
  ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet'],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'],
])('calls Solana’s network %s %s', (reference, name) => {
  expect(frameNetwork(`solana:${reference}`)).toMatchObject({ namespace: 'solana', name, coin: { decimals: 9 } })
})
