import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as btc from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../bytes.ts'
import { littleEndian, sha256Twice, sized, taggedHash } from './bitcoinBytes.ts'
import { isBitcoinMessageSigned } from './isBitcoinMessageSigned.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const key = (seed: number) => new Uint8Array(32).fill(seed)

/** The transaction that BIP-322 asks for, made and signed by another library; its witness is the signature. */
function signBy322(secret: Uint8Array, payment: { script: Uint8Array; redeemScript?: Uint8Array }, message: string) {
  const text = new TextEncoder().encode(message)
  const challenge = joinBytes(Uint8Array.of(0, 32), taggedHash('BIP0322-signed-message', text))
  const toSpend = new btc.Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true })
  toSpend.addOutput({ script: payment.script, amount: 0n })
  toSpend.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig: challenge })
  const toSign = new btc.Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script: payment.script, amount: 0n },
    ...payment,
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(secret)
  toSign.finalize()
  const witness = toSign.getInput(0).finalScriptWitness ?? []
  return base64(joinBytes(Uint8Array.of(witness.length), ...witness.map(sized)))
}

/** As BIP-137 has it: the first byte leads back to the key. */
function signBy137(secret: Uint8Array, message: string, kind = 31) {
  const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const hash = sha256Twice(joinBytes(magic, sized(new TextEncoder().encode(message))))
  const signed = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return joinBytes(Uint8Array.of(kind + signed[0]!), signed.slice(1))
}

const kinds = {
  p2wpkh: (secret: Uint8Array) => btc.p2wpkh(pubECDSA(secret)),
  'p2sh-p2wpkh': (secret: Uint8Array) => btc.p2sh(btc.p2wpkh(pubECDSA(secret))),
  p2tr: (secret: Uint8Array) => btc.p2tr(pubSchnorr(secret)),
}
const texts = fc.string({ maxLength: 400, unit: 'grapheme' })

describe('a message signed by BIP-322', () => {
  // BIP-322's own vectors.
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  it.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('“%s” is its own example', (message, signature) => {
    expect(isBitcoinMessageSigned(address, message, signature)).toBe(true)
    expect(isBitcoinMessageSigned(address, `${message}.`, signature)).toBe(false)
  })

  it.each(Object.entries(kinds))('is read as another library signs it, of %s', (_, payment) => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 200 }), (message, seed) => {
        const [own, other] = [payment(key(seed)), payment(key(seed + 1))]
        const signature = signBy322(key(seed), own, message)
        expect(isBitcoinMessageSigned(own.address!, message, signature)).toBe(true)
        expect(isBitcoinMessageSigned(other.address!, message, signature)).toBe(false)
        expect(isBitcoinMessageSigned(own.address!, `${message} `, signature)).toBe(false)
      }),
      { numRuns: 8 },
    )
  })
})

describe('a message signed in the older way', () => {
  it('is read for every kind of address that one key has, in base64 and in hex', () => {
    const signature = signBy137(key(7), 'hello')
    const publicKey = pubECDSA(key(7))
    for (const { address } of [btc.p2pkh(publicKey), btc.p2wpkh(publicKey), btc.p2sh(btc.p2wpkh(publicKey))]) {
      expect(isBitcoinMessageSigned(address!, 'hello', base64(signature))).toBe(true)
      expect(isBitcoinMessageSigned(address!, 'hello', Buffer.from(signature).toString('hex'))).toBe(true)
      expect(isBitcoinMessageSigned(address!, 'hallo', base64(signature))).toBe(false)
    }
    expect(isBitcoinMessageSigned(btc.p2tr(publicKey.slice(1)).address!, 'hello', base64(signature))).toBe(false)
  })

  it('accepts the standard’s encoding of a signature, and not its twin', () => {
    const address = btc.p2wpkh(pubECDSA(key(7))).address!
    const signature = signBy137(key(7), 'hello')
    const order = secp256k1.Point.Fn.ORDER
    const high = order - BigInt(`0x${Buffer.from(signature.slice(33)).toString('hex')}`)
    const twin = joinBytes(
      Uint8Array.of(((signature[0]! - 27) ^ 1) + 27),
      signature.slice(1, 33),
      Buffer.from(high.toString(16).padStart(64, '0'), 'hex'),
    )
    expect(isBitcoinMessageSigned(address, 'hello', base64(twin))).toBe(false)
  })

  it('knows a key that was never compressed', () => {
    const address = btc.p2pkh(pubECDSA(key(7), false)).address!
    expect(isBitcoinMessageSigned(address, 'hello', base64(signBy137(key(7), 'hello', 27)))).toBe(true)
    expect(isBitcoinMessageSigned(address, 'hello', base64(signBy137(key(7), 'hello')))).toBe(false)
  })
})

it('returns false for anything else, without throwing', () => {
  const own = kinds.p2tr(key(7)).address!
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 300 }).map(base64)), (signature) => {
      expect(isBitcoinMessageSigned(own, 'hello', signature)).toBe(false)
    }),
  )
  expect(isBitcoinMessageSigned('not an address', 'hello', signBy322(key(7), kinds.p2tr(key(7)), 'hello'))).toBe(false)
})

it('rejects a signature with any bit changed', () => {
  const payment = kinds.p2wpkh(key(9))
  const signature = Buffer.from(signBy322(key(9), payment, 'hello'), 'base64')
  for (let at = 0; at < signature.length; at += 1) {
    const changed = Uint8Array.from(signature)
    changed[at]! ^= 1
    expect(isBitcoinMessageSigned(payment.address!, 'hello', base64(changed))).toBe(false)
  }
  expect(littleEndian(0xffffffff, 4)).toEqual(new Uint8Array(4).fill(255))
})
