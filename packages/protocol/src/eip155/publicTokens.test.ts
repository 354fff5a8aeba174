import { expect, it } from 'vitest'
import { evmChecksum } from '../signin/evmChecksum.ts'
import { publicTokens } from './publicTokens.ts'

it.each(Object.entries(publicTokens))('lists every token of chain %s once, with its checksum', (_, tokens) => {
  for (const { address, symbol, name, decimals } of tokens) {
    expect(evmChecksum(address), symbol).toBe(address)
    expect(symbol).toMatch(/^[A-Za-z0-9.]{2,10}$/)
    expect(name).toMatch(/^[\w. ]{2,40}$/)
    expect([6, 8, 18]).toContain(decimals)
  }
  expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length)
  expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length)
})
