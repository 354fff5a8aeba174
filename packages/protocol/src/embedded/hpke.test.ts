import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { keyPairFrom, type Opener, openerOf, openWith, sealTo } from './hpke.ts'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const text = (value: string) => new TextEncoder().encode(value)
const info = text('recovery-v1|w|i|1')
const secret = crypto.getRandomValues(new Uint8Array(17))

test('seals and opens like another library, and derives the same pair from the same bytes', async () => {
  const material = crypto.getRandomValues(new Uint8Array(32))
  const { secretKey, publicKey } = keyPairFrom(material)
  const pair = await suite.kem.deriveKeyPair(material)
  expect(new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey))).toEqual(publicKey)

  const ours = sealTo(publicKey, info, secret)
  const recipient = await suite.createRecipientContext({ recipientKey: pair.privateKey, enc: ours.slice(0, 65), info })
  expect(new Uint8Array(await recipient.open(ours.slice(65)))).toEqual(secret)

  const sender = await suite.createSenderContext({ recipientPublicKey: pair.publicKey, info })
  const theirs = new Uint8Array([...new Uint8Array(sender.enc), ...new Uint8Array(await sender.seal(secret))])
  expect(await openWith(openerOf(secretKey), info, theirs)).toEqual(secret)
})

// Appendix A.3.1 has AES-128-GCM, which we do not use: its keys hold for every cipher.
test.each([
  [
    '4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e',
    '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  ],
  [
    '668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550',
    'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  ],
])('derives the key pairs of RFC 9180, appendix A.3.1', (material, secretKey, publicKey) => {
  const pair = keyPairFrom(hexToBytes(material))
  expect(bytesToHex(pair.secretKey)).toBe(secretKey)
  expect(bytesToHex(pair.publicKey)).toBe(publicKey)
})

test('opens with a non-extractable key too', async () => {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  const opener: Opener = {
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    agree: async (other) => {
      const peer = await crypto.subtle.importKey('raw', other.slice(), algorithm, false, [])
      return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, pair.privateKey, 256))
    },
  }
  expect(await openWith(opener, info, sealTo(opener.publicKey, info, secret))).toEqual(secret)
})

test('for another key or another purpose, altered or cut, it does not open', async () => {
  const { secretKey, publicKey } = keyPairFrom(crypto.getRandomValues(new Uint8Array(32)))
  const sealed = sealTo(publicKey, info, secret)
  const refused = { code: 'unauthorized' }
  const stranger = openerOf(keyPairFrom(crypto.getRandomValues(new Uint8Array(32))).secretKey)
  await expect(openWith(stranger, info, sealed)).rejects.toMatchObject(refused)
  await expect(openWith(openerOf(secretKey), text('recovery-v1|w|i|2'), sealed)).rejects.toMatchObject(refused)
  for (let at = 0; at < sealed.length; at++) {
    const altered = sealed.slice()
    altered[at]! ^= 1
    await expect(openWith(openerOf(secretKey), info, altered)).rejects.toMatchObject(refused)
  }
  for (const length of [0, 1, 64, 65, 66, sealed.length - 1])
    await expect(openWith(openerOf(secretKey), info, sealed.slice(0, length))).rejects.toMatchObject(refused)
})
