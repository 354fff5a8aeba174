import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openEnvelope, sealEnvelope } from './anyEnvelope.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { readEnvelope } from './envelope.ts'
import { deriveSymKey, generateKeyPair } from './keyAgreement.ts'
import { generateKey } from './keys.ts'
import vectors from './sdkVectors.json' with { type: 'json' }
import { hashMessage, topicOf } from './topicOf.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b).toString('hex'))
const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 })
const text = fc.string({ unit: 'grapheme', maxLength: 400 })

describe('keys', () => {
  it.each(vectors.agreements)('come to the same session key as the SDK ($topic)', (v) => {
    expect(generateKeyPair(v.privateKey).publicKey).toBe(v.publicKey)
    expect(deriveSymKey(v.privateKey, v.peerPublicKey)).toBe(v.symKey)
    expect(topicOf(v.symKey)).toBe(v.topic)
  })

  it.each(vectors.hashes)('name messages as the SDK does ($hash)', ({ message, hash }) => {
    expect(hashMessage(message)).toBe(hash)
  })

  it('agree from both sides', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        const [one, two] = [generateKeyPair(a), generateKeyPair(b)]
        expect(deriveSymKey(a, two.publicKey)).toBe(deriveSymKey(b, one.publicKey))
      }),
      { numRuns: 20 },
    )
  })

  it('rejects public keys of small order, which would reveal the secret to anyone', () => {
    const small = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      `ec${'ff'.repeat(30)}7f`,
    ]
    for (const peer of small) expect(() => deriveSymKey(generateKey(), peer)).toThrow('is invalid')
  })

  it('refuse what is no key, without repeating it', () => {
    for (const wrong of ['', 'ab', 'g'.repeat(64), 'A'.repeat(64), `${'a'.repeat(64)} `]) {
      expect(() => topicOf(wrong)).toThrow('A key must be 64 hexadecimal digits')
    }
  })
})

describe('base64', () => {
  it('is the bytes it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (b) => void expect(decodeBase64(encodeBase64(b))).toEqual(b)),
    )
    const large = new Uint8Array(200_000).map((_, i) => i)
    expect(encodeBase64(large)).toBe(Buffer.from(large).toString('base64'))
  })

  it.each(['A', 'AAA', 'A===', 'AB==', 'AAB=', '====', 'AA=A', 'A-_A', 'AAAA\n', 'AA AA'])('refuses %s', (wrong) => {
    expect(() => decodeBase64(wrong)).toThrow('Not a base64 text')
  })
})

describe('an envelope', () => {
  it.each(vectors.type0)('of type 0 is the one the SDK makes, byte for byte ($iv)', (v) => {
    expect(sealEnvelope(v.message, { symKey: v.symKey }, bytes(v.iv))).toBe(v.encoded)
    expect(openEnvelope(v.encoded, { symKey: v.symKey })).toEqual({ message: v.message })
  })

  it.each(vectors.type1)('of type 1 is the one the SDK makes, byte for byte ($iv)', (v) => {
    const { sender, receiver } = v
    const keys = { privateKey: sender.privateKey, peerPublicKey: receiver.publicKey }
    expect(sealEnvelope(v.message, keys, bytes(v.iv))).toBe(v.encoded)
    const opened = openEnvelope(v.encoded, { privateKey: receiver.privateKey })
    expect(opened).toEqual({ message: v.message, senderPublicKey: sender.publicKey })
  })

  it.each(vectors.type2)('of type 2 is refused, in either alphabet', ({ encoded }) => {
    expect(() => openEnvelope(encoded, { symKey: generateKey() })).toThrow()
    const padded = Buffer.from(encoded, 'base64url').toString('base64')
    expect(() => readEnvelope(padded)).toThrow('it is not encrypted (type 2)')
  })

  it('opens to what was sealed', () => {
    fc.assert(
      fc.property(text, key, nonce, (message, symKey, iv) => {
        expect(openEnvelope(sealEnvelope(message, { symKey }, iv), { symKey }).message).toBe(message)
      }),
    )
  })

  it('has a nonce of 12 bytes before its text and a tag of 16 behind it', () => {
    const symKey = generateKey()
    const iv = new Uint8Array(12).fill(7)
    const sealed = decodeBase64(sealEnvelope('text', { symKey }, iv))
    expect(sealed).toHaveLength(1 + 12 + 4 + 16)
    expect(sealed.subarray(1, 13)).toEqual(iv)
    for (const length of [11, 13])
      expect(() => sealEnvelope('text', { symKey }, new Uint8Array(length))).toThrow('its nonce is not 12 bytes long')
    const cut = encodeBase64(sealed.subarray(0, 1 + 12 + 15))
    expect(() => openEnvelope(cut, { symKey })).toThrow('Envelope rejected: it is cut short')
  })

  it('never carries the same bytes twice', () => {
    const symKey = generateKey()
    expect(sealEnvelope('x', { symKey })).not.toBe(sealEnvelope('x', { symKey }))
  })

  it('is refused when any bit of it was turned', () => {
    fc.assert(
      fc.property(text, key, nonce, fc.nat(), (message, symKey, iv, n) => {
        const b = decodeBase64(sealEnvelope(message, { symKey }, iv))
        const bit = n % (b.length * 8)
        b[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => openEnvelope(encodeBase64(b), { symKey })).toThrow('Envelope rejected')
      }),
    )
  })

  it('is refused when it was cut or lengthened', () => {
    fc.assert(
      fc.property(text, key, nonce, fc.nat(), (message, symKey, iv, n) => {
        const b = decodeBase64(sealEnvelope(message, { symKey }, iv))
        expect(() => openEnvelope(encodeBase64(b.subarray(0, n % b.length)), { symKey })).toThrow('Envelope rejected')
        expect(() => openEnvelope(encodeBase64(Uint8Array.of(...b, 0)), { symKey })).toThrow('Envelope rejected')
      }),
    )
  })

  it('rejects it as the other type, even with a matching first byte', () => {
    fc.assert(
      fc.property(text, key, key, (message, a, b) => {
        const [one, two] = [generateKeyPair(a), generateKeyPair(b)]
        const symKey = deriveSymKey(a, two.publicKey)
        const zero = sealEnvelope(message, { symKey })
        const sealed = sealEnvelope(message, { privateKey: a, peerPublicKey: two.publicKey })
        expect(() => openEnvelope(sealed, { symKey })).toThrow('type 1, not type 0')
        expect(() => openEnvelope(zero, { privateKey: one.privateKey })).toThrow('type 0, not type 1')
        const forged = decodeBase64(sealed)
        forged[0] = 0
        expect(() => openEnvelope(encodeBase64(forged), { symKey })).toThrow('Envelope rejected')
      }),
      { numRuns: 20 },
    )
  })

  it('refuses whatever else comes', () => {
    const symKey = generateKey()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 200 }).map(encodeBase64)), (junk) => {
        expect(() => openEnvelope(junk, { symKey })).toThrow()
      }),
    )
  })

  it('refuses a key of another topic', () => {
    const encoded = sealEnvelope('x', { symKey: generateKey() })
    expect(() => openEnvelope(encoded, { symKey: generateKey() })).toThrow('sealed with another key or changed')
  })
})
