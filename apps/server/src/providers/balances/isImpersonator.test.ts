import { describe, expect, it } from 'vitest'
import { isImpersonator, symbolsOf } from './isImpersonator.ts'

const listed = symbolsOf(['ETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'stETH'])
const token = (symbol: string, name = 'A token') => ({ symbol, name, decimals: 18 })

describe('an unlisted token', () => {
  it.each([
    ['USDC'],
    ['usdc'],
    ['U\u0405DC'], // a Cyrillic letter
    ['USDС'], // another
    ['US DC'],
    ['U$DC'],
    ['U5DT'],
    ['USD₮'],
    ['ＵＳＤＣ'], // full width
    ['DÁI'],
    ['STETH'],
    ['ETH'],
  ])('is an impersonator when its symbol reads like a listed one: %s', (symbol) =>
    expect(isImpersonator(token(symbol), listed)).toBe(true),
  )

  it.each([
    ['Visit claimeth.com to redeem'],
    ['https://x.example'],
    ['www.gift.example'],
    ['$ 1000 USDC Voucher'],
    ['Airdrop: uni-v4.xyz'],
    ['t.me/freecoins'],
  ])('is an impersonator when its name advertises a page: %s', (name) =>
    expect(isImpersonator(token('GIFT', name), listed)).toBe(true),
  )

  it.each([
    ['PEPE', 'Pepe'],
    ['USDC.e', 'Bridged USDC'],
    ['crvUSD', 'Curve.Fi USD Stablecoin'],
    ['aUSDC', 'Aave USDC'],
    ['1INCH', '1INCH Token'],
    ['中文币', '一个代币'],
  ])('is otherwise accepted: %s', (symbol, name) => expect(isImpersonator(token(symbol, name), listed)).toBe(false))
})
