import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase58 } from './base58.ts'
import { type Namespace, namespaces } from './caip.ts'
import { writePolkadotAddress } from './polkadot/ss58.ts'
import { addressKey, sameAddress } from './sameAddress.ts'

const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
const base58 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
/** A text, and it with some of its letters in the other case. */
const recased = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.boolean())).map(([one, turned]): [string, string] => {
    const turn = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
    return [one, [...one].map((letter) => (turned.next().value ? turn(letter) : letter)).join('')]
  })

test('EVM addresses have no case, on the family and on its networks', () => {
  fc.assert(
    fc.property(recased(hex), fc.constantFrom('eip155', 'eip155:1'), ([a, b], place) => {
      expect(sameAddress(place as 'eip155', `0x${a}`, `0x${b}`)).toBe(true)
      expect(addressKey(place as 'eip155', `0x${b}`)).toBe(addressKey('eip155', `0x${a}`))
    }),
  )
})

test('base58 has: on Solana and Polkadot, and in Bitcoin’s older addresses', () => {
  fc.assert(
    fc.property(recased(base58), fc.constantFrom('solana', 'polkadot', 'bip122'), ([a, b], family) => {
      expect(sameAddress(family as Namespace, a, b)).toBe(a === b)
    }),
  )
})

test('segwit addresses may be written in capitals', () => {
  const body = fc.stringMatching(/^[02-9ac-hj-np-z]{39}$/)
  fc.assert(
    fc.property(fc.constantFrom('bc1', 'tb1', 'bcrt1'), body, body, (start, a, b) => {
      expect(sameAddress('bip122', start + a, (start + a).toUpperCase())).toBe(true)
      expect(sameAddress('bip122', start + a, (start + b).toUpperCase())).toBe(a === b)
    }),
  )
})

test('matches a Polkadot key on every network, and no other key', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytes.with(0, bytes[0]! | 1))
  const prefix = fc.nat(16_383).filter((number) => number !== 46 && number !== 47)
  fc.assert(
    fc.property(key, key, prefix, prefix, (a, b, one, other) => {
      const isSame = a.every((byte, at) => byte === b[at])
      const written = writePolkadotAddress({ prefix: one, publicKey: a })
      expect(sameAddress('polkadot', written, writePolkadotAddress({ prefix: other, publicKey: a }))).toBe(true)
      expect(sameAddress('polkadot', written, writePolkadotAddress({ prefix: other, publicKey: b }))).toBe(isSame)
    }),
  )
})

test('compares Polkadot assets by number, and rejects a bare 32-byte key', () => {
  for (const text of ['1984', '7', '', '1', 'So11111111111111111111111111111111111111112', '1'.repeat(32)])
    expect(addressKey('polkadot', text)).toBe(text)
})

test('is reflexive and symmetric in every family, and never throws', () => {
  const texts = fc.oneof(fc.string(), hex, base58)
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), texts, texts, (family, a, b) => {
      expect(sameAddress(family, a, a)).toBe(true)
      expect(sameAddress(family, a, b)).toBe(sameAddress(family, b, a))
      expect(sameAddress(family, a, undefined)).toBe(false)
      expect(sameAddress(family, undefined, undefined)).toBe(true)
    }),
  )
})
