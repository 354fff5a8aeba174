import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caipAddress, caipNetworkId, namespaces, networkOf, parseCaipAddress, parseCaipNetworkId } from './caip.ts'

const part = fc.stringMatching(/^[A-Za-z0-9]{1,40}$/)

test('round-trips', () => {
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), part, part, (namespace, reference, address) => {
      const id = caipNetworkId(namespace, reference)
      expect(parseCaipNetworkId(id)).toEqual({ namespace, reference })
      expect(parseCaipAddress(caipAddress(id, address))).toEqual({ namespace, reference, address })
      expect(networkOf(caipAddress(id, address))).toBe(id)
    }),
  )
})

test.each(['', 'eip155', 'eip155:', ':1', 'eip155:1:0xab', 'cosmos:1', 'toString:1'])('%j is no CAIP-2 id', (value) => {
  expect(() => parseCaipNetworkId(value)).toThrow(`Invalid CAIP-2 network id: ${value}`)
})

test.each(['', 'eip155:1', 'eip155:1:', 'eip155::0xab', ':1:0xab', 'eip155:1:0xab:x', 'cosmos:1:a'])(
  '%j is no CAIP-10 address',
  (value) => {
    expect(() => parseCaipAddress(value)).toThrow(`Invalid CAIP-10 address: ${value}`)
  },
)
