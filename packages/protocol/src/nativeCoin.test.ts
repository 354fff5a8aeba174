import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caipNetworkId, namespaces } from './caip.ts'
import { nativePlaceholders, tokenId, tokenOf } from './nativeCoin.ts'

test('a token is read as it was written, and a coin has no address', () => {
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

test('the coin of an EVM chain is known in any spelling, that of Solana in its own', () => {
  expect(tokenOf('eip155:1', 'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toBeUndefined()
  expect(tokenOf('solana:x', `solana:x:${nativePlaceholders.solana.toLowerCase()}`)).toBeDefined()
})
