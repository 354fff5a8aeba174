import { describe, expect, it } from 'vitest'
import { confusables } from './confusables.ts'
import { confusablesQuery } from './confusablesQuery.ts'
import { impersonationOf } from './impersonationOf.ts'

const coin = { symbol: 'ETH', name: 'Ether' }
const usdc = { symbol: 'USDC', name: 'USD Coin', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
const network = { networkId: 'eip155:1', nativeCurrency: coin } as const
const listed = [{ symbol: 'ETH', name: 'Ether' }, usdc]
const at = (symbol: string, name?: string) => ({ symbol, name, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' })

describe('poseOf', () => {
  it.each(['ETH', 'eth', 'ЕТН', 'ＥＴＨ', 'E.T.H', 'ETH ', 'ÉTH', 'Ether'])(
    'marks a token that calls itself %s',
    (symbol) => {
      expect(impersonationOf(at(symbol), network, listed)).toBe('coin')
    },
  )

  it('checks the name as well', () => {
    expect(impersonationOf(at('XYZ', 'Ether'), network, listed)).toBe('coin')
  })

  it('marks a token with the symbol of a listed one, but not that one', () => {
    expect(impersonationOf(at('USDC'), network, listed)).toBe('listed')
    expect(impersonationOf(at('U5DC'), network, listed)).toBeUndefined()
    expect(impersonationOf({ ...usdc, address: usdc.address.toLowerCase() }, network, listed)).toBeUndefined()
  })

  it.each(['UЅDС', 'ꓴꓢꓓꓚ', 'ՍSDC', 'U\u{1d5b2}DC', 'ᑌSDC', 'uѕdс'])(
    'marks a token that writes %s, by UTS #39',
    (symbol) => {
      expect(impersonationOf(at(symbol), network, listed, confusables)).toBe('listed')
    },
  )

  it('marks a token with the name of a listed one', () => {
    expect(impersonationOf(at('XYZ', 'USD Cоin'), network, listed, confusables)).toBe('listed')
    expect(impersonationOf(at('XYZ', 'USD Coins'), network, listed, confusables)).toBeUndefined()
  })

  it('marks neither the coin itself nor tokens with names of their own', () => {
    expect(impersonationOf(coin, network, listed)).toBeUndefined()
    for (const symbol of ['WETH', 'stETH', 'DAI', ''])
      expect(impersonationOf(at(symbol, 'Wrapped Ether'), network, listed)).toBeUndefined()
  })
})

it('marks an impostor of a well known token on Solana’s main network for an account that holds none', async () => {
  const { shapes, known } = await confusablesQuery().queryFn()
  const solana = {
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    nativeCurrency: { symbol: 'SOL', name: 'Solana' },
  } as const
  const pose = (symbol: string, address: string, name?: string) =>
    impersonationOf({ symbol, name, address }, solana, known[solana.networkId], shapes)
  const stranger = 'So1vW1xRzY5Vg4rTKKNQwWQGbEyAKQeLFkwuXpUVJpX'
  expect(pose('USDC', stranger)).toBe('listed')
  expect(pose('UЅDТ', stranger)).toBe('listed')
  expect(pose('XYZ', stranger, 'USD Coin')).toBe('listed')
  expect(pose('HONEST', stranger)).toBeUndefined()
  expect(pose('USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBeUndefined()
})
