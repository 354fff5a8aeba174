import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPolkadotAddress, writePolkadotAddress } from './ss58.ts'

const alice = Uint8Array.from(Buffer.from('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d', 'hex'))
const written: readonly (readonly [prefix: number, address: string])[] = [
  [42, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  [0, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  [2, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
]

test.each(written)('Alice under the prefix %i, as everyone writes her', (prefix, address) => {
  expect(writePolkadotAddress({ prefix, publicKey: alice })).toBe(address)
  expect(readPolkadotAddress(address)).toEqual({ prefix, publicKey: alice })
})

test('round-trips under every prefix', () => {
  const prefixes = fc.integer({ min: 0, max: 16_383 }).filter((prefix) => prefix !== 46 && prefix !== 47)
  fc.assert(
    fc.property(prefixes, fc.uint8Array({ minLength: 32, maxLength: 32 }), (prefix, publicKey) => {
      expect(readPolkadotAddress(writePolkadotAddress({ prefix, publicKey }))).toEqual({ prefix, publicKey })
    }),
  )
})

test('rejects a changed letter, another family’s address, and another length', () => {
  const [, address] = written[0]!
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  fc.assert(
    fc.property(fc.nat(address.length - 1), fc.constantFrom(...letters), (at, letter) => {
      fc.pre(address[at] !== letter)
      // Two bytes catch all but one of 65,536: testing the first letters shows that they are checked.
      const changed = address.slice(0, at) + letter + address.slice(at + 1)
      expect(() => readPolkadotAddress(changed)).toThrow()
    }),
    { seed: 7 },
  )
  for (const other of [
    '',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'So11111111111111111111111111111111111111112',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    `${address}1`,
    'x'.repeat(10_000),
  ])
    expect(() => readPolkadotAddress(other)).toThrow()
  expect(() => writePolkadotAddress({ prefix: 16_384, publicKey: alice })).toThrow()
})
