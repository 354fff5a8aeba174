import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import * as sr25519 from '@scure/sr25519'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPolkadotMessageSigned } from './isPolkadotMessageSigned.ts'
import { isSr25519Signed } from './isSr25519Signed.ts'
import { writePolkadotAddress } from './ss58.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const addressOf = (publicKey: Uint8Array) => writePolkadotAddress({ prefix: 0, publicKey })
const wrapped = (text: string) => new TextEncoder().encode(`<Bytes>${text}</Bytes>`)
const hash = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 })

const signers = {
  ed25519(seed: Uint8Array) {
    return { address: addressOf(ed25519.getPublicKey(seed)), sign: (bytes: Uint8Array) => ed25519.sign(bytes, seed) }
  },
  sr25519(seed: Uint8Array) {
    const secret = sr25519.secretFromSeed(seed)
    const address = addressOf(sr25519.getPublicKey(secret))
    return { address, sign: (bytes: Uint8Array) => sr25519.sign(secret, bytes) }
  },
  ecdsa(seed: Uint8Array) {
    const address = addressOf(hash(secp256k1.getPublicKey(seed)))
    const sign = (bytes: Uint8Array) => {
      const signed = secp256k1.sign(hash(bytes), seed, { prehash: false, format: 'recovered' })
      return Uint8Array.of(...signed.slice(1), signed[0]!)
    }
    return { address, sign }
  },
}
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((seed) => seed[0]! > 0 && seed[0]! < 255)
const texts = fc.string({ maxLength: 500, unit: 'grapheme' }).filter((text) => !text.startsWith('<Bytes>'))

test.each(Object.entries(signers))(
  'accepts a signature of the kind %s, with and without its type byte',
  (name, signer) => {
    const kind = Object.keys(signers).indexOf(name)
    fc.assert(
      fc.property(seeds, texts, (seed, text) => {
        const { address, sign } = signer(seed)
        const signature = sign(wrapped(text))
        for (const each of [signature, Uint8Array.of(kind, ...signature)]) {
          expect(isPolkadotMessageSigned(address, text, hex(each))).toBe(true)
          expect(isPolkadotMessageSigned(address, `<Bytes>${text}</Bytes>`, hex(each))).toBe(true)
          expect(isPolkadotMessageSigned(address, `${text}.`, hex(each))).toBe(false)
        }
        const other = signer(seed.map((byte, at) => (at === 31 ? byte ^ 1 : byte)))
        expect(isPolkadotMessageSigned(other.address, text, hex(signature))).toBe(false)
      }),
      { numRuns: 8 },
    )
  },
)

test('sr25519 is checked as another library does it, whatever is changed', () => {
  fc.assert(
    fc.property(seeds, fc.uint8Array({ maxLength: 700 }), fc.nat(63), fc.nat(7), (seed, message, at, bit) => {
      const secret = sr25519.secretFromSeed(seed)
      const key = sr25519.getPublicKey(secret)
      const signature = sr25519.sign(secret, message)
      expect(isSr25519Signed(signature, message, key)).toBe(true)
      const changed = Uint8Array.from(signature)
      changed[at]! ^= 1 << bit
      expect(isSr25519Signed(changed, message, key)).toBe(false)
    }),
    { numRuns: 12 },
  )
})

test('returns false for anything else, without throwing', () => {
  const { address, sign } = signers.sr25519(new Uint8Array(32).fill(7))
  const own = hex(sign(wrapped('hello')))
  // Substrate would accept a bare signature for a transaction, so an unwrapped text is invalid.
  expect(isPolkadotMessageSigned(address, 'hello', hex(sign(new TextEncoder().encode('hello'))))).toBe(false)
  for (const bad of [
    '',
    '0x',
    own.slice(2),
    `${own}00`,
    `0x02${own.slice(2)}`,
    `0x${'ff'.repeat(64)}`,
    `0x${'00'.repeat(65)}`,
  ])
    expect(isPolkadotMessageSigned(address, 'hello', bad)).toBe(false)
  expect(isPolkadotMessageSigned('nobody', 'hello', own)).toBe(false)
})
