import { describe, expect, it } from 'vitest'
import { isAccountAddress, isTokenAddress } from './isChainAddress.ts'

const evm = { id: 'eip155:1', namespace: 'eip155' } as const
const solana = { id: 'solana:localnet', namespace: 'solana' } as const
const polkadot = { id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182', namespace: 'polkadot' } as const
const bitcoin = { id: 'bip122:000000000019d6689c085ae165831e93', namespace: 'bip122' } as const
const testnet = { id: 'bip122:000000000933ea01ad0ee984209779ba', namespace: 'bip122' } as const

const [vitalik, sol, dot] = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
]
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const old = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

describe('an account', () => {
  it.each([
    [evm, vitalik],
    [solana, sol],
    [polkadot, dot],
    [bitcoin, segwit],
    [bitcoin, segwit.toUpperCase()],
    [bitcoin, old],
    [testnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ])('on $id accepts %s', (chain, address) => {
    expect(isAccountAddress(chain, address)).toBe(true)
  })

  it.each([
    [evm, sol],
    [solana, vitalik],
    // As long as an address and of its letters, but 33 bytes.
    [solana, 'z'.repeat(44)],
    [polkadot, sol],
    // One letter off.
    [polkadot, dot.replace(/5$/, '6')],
    [bitcoin, segwit.replace(/4$/, '5')],
    [bitcoin, old.replace(/a$/, 'b')],
    [bitcoin, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    [testnet, segwit],
    [bitcoin, '%2e%2e'],
    [bitcoin, ''],
  ])('on $id rejects %s', (chain, address) => {
    expect(isAccountAddress(chain, address)).toBe(false)
  })
})

it('has contracts, mints or numbers as tokens, and none on Bitcoin', () => {
  expect([isTokenAddress(evm, vitalik), isTokenAddress(solana, sol), isTokenAddress(polkadot, '1984')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isTokenAddress(polkadot, dot), isTokenAddress(polkadot, '12345678901')]).toEqual([false, false])
  expect([isTokenAddress(bitcoin, segwit), isTokenAddress(bitcoin, '1')]).toEqual([false, false])
})
