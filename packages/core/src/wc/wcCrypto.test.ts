import { generateKey } from '@billfold/protocol/wc/keys'
import { clientIdOf, signRelayJwt, verifyRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadWcCrypto } from './loadWcCrypto.ts'
import { nobleCrypto } from './nobleCrypto.ts'
import { recentTexts } from './peerMail.ts'
import { signedRelayUrl } from './relayAddresses.ts'

const platform = await loadWcCrypto({ global: () => crypto })
const relayUrl = 'wss://relay.example/v1?region=eu'

test('uses the browser’s cryptography if complete, otherwise the library’s', async () => {
  expect(platform).not.toBe(nobleCrypto)
  expect(await loadWcCrypto({ global: () => undefined })).toBe(nobleCrypto)
  expect(await loadWcCrypto({ global: () => ({}) })).toBe(nobleCrypto) // insecure context
  const old = { subtle: { generateKey: async () => Promise.reject(new Error('NotSupportedError')), importKey() {} } }
  expect(await loadWcCrypto({ global: () => old })).toBe(nobleCrypto)
})

test('agrees between both on keys, topics and signatures', async () => {
  for (const [a, b] of [
    [platform, nobleCrypto],
    [nobleCrypto, platform],
    [platform, platform],
  ] as const) {
    const [one, two] = [await a.keyPair(), await b.keyPair()]
    expect(await one.deriveSymKey(two.publicKey)).toBe(await two.deriveSymKey(one.publicKey))
  }
  const key = generateKey()
  expect(await platform.topicOf(key)).toBe(topicOf(key))
  expect(await nobleCrypto.topicOf(key)).toBe(topicOf(key))
  const data = new TextEncoder().encode('the same every time')
  const [one, two] = [await platform.signer(key), await nobleCrypto.signer(key)]
  expect(one.publicKey).toEqual(two.publicKey)
  expect(await one.sign(data)).toEqual(await two.sign(data))
})

test.each([
  ['zero', '0'.repeat(64)],
  ['one', `01${'0'.repeat(62)}`],
  ['of order eight', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ['no key', 'hello'],
])('rejects a weak public key in both: %s', async (_, peer) => {
  for (const crypto of [platform, nobleCrypto])
    await expect((await crypto.keyPair()).deriveSymKey(peer)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('adds a token to the URL that the relay accepts', async () => {
  const seed = generateKey()
  for (const crypto of [platform, nobleCrypto]) {
    const signer = await crypto.signer(seed)
    const url = new URL(await signedRelayUrl(relayUrl, 'me', { signer, subject: 'abc', now: 1_700_000_000_000 }))
    expect(url.searchParams.get('region')).toBe('eu')
    expect(url.searchParams.get('projectId')).toBe('me')
    const jwt = url.searchParams.get('auth')!
    expect(jwt).toBe(signRelayJwt({ seed, audience: relayUrl, subject: 'abc', issuedAt: 1_700_000_000 }))
    expect(verifyRelayJwt(jwt, { audiences: [relayUrl], now: 1_700_000_000 }).iss).toBe(clientIdOf(seed))
  }
})

test('remembers the latest texts up to the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 60 }), (texts) => {
      const recent = recentTexts({ count: 8, letters: 60 })
      const model: string[] = []
      for (const text of texts) {
        recent.add(text)
        if (!model.includes(text)) model.push(text)
        while (model.length > 8 || model.join('').length > 60) model.shift()
        for (const each of texts) expect(recent.has(each)).toBe(model.includes(each))
      }
    }),
    { numRuns: 30 },
  )
})
