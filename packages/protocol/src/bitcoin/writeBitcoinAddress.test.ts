import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BitcoinRealm, readBitcoinAddress } from './readBitcoinAddress.ts'
import { writeBitcoinAddress } from './writeBitcoinAddress.ts'

test.each([
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'bc1sw50qgdz25j',
])('%s is written again from its script', (address) => {
  expect(writeBitcoinAddress(readBitcoinAddress(address).script, 'main')).toBe(address)
})

test('writes an address that leads back to its script', () => {
  const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const scripts = fc.oneof(
    hash(20).map((bytes) => [0x76, 0xa9, 20, ...bytes, 0x88, 0xac]),
    hash(20).map((bytes) => [0xa9, 20, ...bytes, 0x87]),
    hash(20).map((bytes) => [0, 20, ...bytes]),
    hash(32).map((bytes) => [0, 32, ...bytes]),
    fc
      .tuple(fc.integer({ min: 1, max: 16 }), fc.uint8Array({ minLength: 2, maxLength: 40 }))
      .map(([version, bytes]) => [0x50 + version, bytes.length, ...bytes]),
  )
  fc.assert(
    fc.property(scripts, fc.constantFrom<BitcoinRealm>('main', 'test', 'regtest'), (bytes, realm) => {
      const script = Uint8Array.from(bytes)
      const read = readBitcoinAddress(writeBitcoinAddress(script, realm) ?? '')
      expect(read.script).toEqual(script)
      expect(read.realms).toContain(realm)
    }),
  )
})

test('returns undefined for a script without an address', () => {
  for (const bytes of [[], [0x6a, 1, 2], [0, 21, ...new Array(21).fill(1)], [0x51, 1, 1], [0xa9, 20, 1]])
    expect(writeBitcoinAddress(Uint8Array.from(bytes), 'main')).toBeUndefined()
})
