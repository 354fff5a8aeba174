import { randomBytes, randomInt } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { describe, expect, it } from 'vitest'
import { checkPasskey } from './checkPasskey.ts'
import { readAuthenticatorData } from './readAuthenticatorData.ts'
import { readCbor } from './readCbor.ts'
import { walletOrigin } from './testEmbedded.ts'
import { newPasskey } from './testPasskey.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const cborOf = (text: string) => readCbor(hex(text)).value

describe('readCbor', () => {
  // RFC 8949, Appendix A.
  it.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['190100', 256],
    ['1a000f4240', 1_000_000],
    ['20', -1],
    ['3903e7', -1000],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['4401020304', Buffer.of(1, 2, 3, 4)],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    [
      'a26161016162820203',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ])('reads %s', (text, value) => expect(cborOf(text)).toEqual(value))

  it.each([
    ['a float', 'fb3ff199999999999a'],
    ['a tag', 'c074323031332d30332d32315432303a30343a30305a'],
    ['a length that is not told', '9fff'],
    ['a number longer than it needs to be', '1817'],
    ['a length beyond 32 bits', '5b0000000100000000'],
    ['a length beyond the end', '5affffffff00'],
    ['many items that are not there', '9affffffff'],
    ['a key that comes twice', 'a201020103'],
    ['a key that is a list', 'a18001'],
    ['a text that is none', '61ff'],
    ['undefined', 'f7'],
    ['too deep a list', '818181818101'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(() => cborOf(text)).toThrow(KitError))
})

/** The registration of WebAuthn Level 3, §16.2 (ES256, no attestation). */
const vector = hex(
  'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020' +
    'f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820' +
    'afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820' +
    '930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220',
)

describe('readAuthenticatorData', () => {
  it('reads the specification’s own', () => {
    const { made, ...told } = readAuthenticatorData(vector)
    expect(told).toMatchObject({ isPresent: true, isVerified: false, signCount: 0 })
    expect(made?.credentialId.toString('hex')).toMatch(/^f91f391d.*4be4$/)
    expect(made?.publicKey.toString('hex')).toMatch(/04afefa1.*9220$/)
  })

  it('refuses what is cut off anywhere, or goes on', () => {
    for (let length = 0; length < vector.length; length++)
      expect(() => readAuthenticatorData(vector.subarray(0, length))).toThrow(KitError)
    expect(() => readAuthenticatorData(Buffer.concat([vector, Buffer.of(0)]))).toThrow(KitError)
  })

  it('refuses a passkey that is backed up and cannot be', () => {
    const lying = Buffer.from(vector)
    lying[32] = 0x51
    expect(() => readAuthenticatorData(lying)).toThrow(KitError)
  })
})

it('whatever the bytes, nothing is thrown but an error of ours', () => {
  const challenge = randomBytes(32).toString('base64url')
  const asked = { challenge, walletOrigin, isTopAllowed: () => true }
  const passkey = newPasskey()
  const own = checkPasskey(passkey.make(challenge), asked).made!
  const tried = (act: () => unknown) => {
    try {
      act()
    } catch (e) {
      expect(e).toBeInstanceOf(KitError)
    }
  }
  const spoil = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    for (let i = randomInt(1, 4); i > 0; i--) bytes[randomInt(bytes.length)] = randomInt(256)
    return bytes.subarray(0, randomInt(4) === 0 ? randomInt(bytes.length) : undefined).toString('base64url')
  }
  for (let round = 0; round < 1000; round++) {
    tried(() => readCbor(randomBytes(randomInt(1, 80))))
    tried(() => readAuthenticatorData(Buffer.concat([vector.subarray(0, 37), randomBytes(randomInt(120))])))
    const answer = round % 2 ? passkey.make(challenge) : passkey.use(challenge)
    const part = (['clientData', 'authenticatorData', 'signature'] as const)[round % 3]!
    const spoilt = { ...answer, ...(answer[part] && { [part]: spoil(answer[part]) }) }
    tried(() => checkPasskey(spoilt, asked).isSignedBy(own))
  }
})
