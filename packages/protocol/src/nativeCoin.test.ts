import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caipNetworkId, namespaces } from './caip.ts'
import { nativePlaceholders, tokenId, tokenOf } from './nativeCoin.ts'

test('reads a token as written, and a coin without an address', () => {
  const address = fc.stringMatching(/^[0-9A-Za-z]{1,50}$/)
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), address, (family, text) => {
      fc.pre(text !== nativePlaceholders[family])
      const networkId = caipNetworkId(family, 'x')
      expect(tokenOf(networkId, tokenId(networkId, text))).toBe(text)
      expect(tokenOf(networkId, tokenId(networkId))).toBeUndefined()
    }),
  )
})

test('recognizes the coin of an EVM chain in any case, and Solana’s in its own', () => {
  expect(tokenOf('eip155:1', 'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toBeUndefined()
  expect(tokenOf('solana:x', `solana:x:${nativePlaceholders.solana.toLowerCase()}`)).toBeDefined()
})
