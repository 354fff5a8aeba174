import { describe, expect, it } from 'vitest'
import { poseOf } from './poseOf.ts'

const coin = { symbol: 'ETH', name: 'Ether' }
const usdc = { symbol: 'USDC', name: 'USD Coin', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
const listed = [{ symbol: 'ETH', name: 'Ether' }, usdc]
const at = (symbol: string, name?: string) => ({ symbol, name, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' })

describe('poseOf', () => {
  it.each(['ETH', 'eth', 'ЕТН', 'ＥＴＨ', 'E.T.H', 'ETH ', 'ÉTH', 'Ether'])(
    'marks a token that calls itself %s',
    (symbol) => {
      expect(poseOf(at(symbol), { coin, listed })).toBe('coin')
    },
  )

  it('marks a token by its name as well', () => {
    expect(poseOf(at('XYZ', 'Ether'), { coin, listed })).toBe('coin')
  })

  it('marks a token with the symbol of a listed one, but not that one', () => {
    expect(poseOf(at('USDC'), { coin, listed })).toBe('listed')
    expect(poseOf(at('U5DC'), { coin, listed })).toBeUndefined()
    expect(poseOf({ ...usdc, address: usdc.address.toLowerCase() }, { coin, listed })).toBeUndefined()
  })

  it('marks neither the coin itself nor tokens with names of their own', () => {
    expect(poseOf(coin, { coin, listed })).toBeUndefined()
    for (const symbol of ['WETH', 'stETH', 'DAI', ''])
      expect(poseOf(at(symbol, 'Wrapped Ether'), { coin, listed })).toBeUndefined()
  })
})
