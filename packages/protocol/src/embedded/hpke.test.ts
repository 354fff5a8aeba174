import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { expect, test } from 'vitest'
import { keyPairFrom, type Opener, openerOf, openWith, sealTo } from './hpke.ts'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const text = (value: string) => new TextEncoder().encode(value)
const info = text('recovery-v1|w|i|1')
const secret = crypto.getRandomValues(new Uint8Array(17))

test('what we seal another library opens, what it seals we open, and both draw the same pair from the same bytes', async () => {
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

test('a key that a browser never gives out opens too', async () => {
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
