import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDidKey, encodeDidKey } from './didKey.ts'
import { generateKey } from './keys.ts'
import { clientIdOf, isSameAudience, signRelayJwt, verifyRelayJwt } from './relayJwt.ts'
import vectors from './sdkVectors.json' with { type: 'json' }

// The specification's own test case (clients/core/relay/relay-client-auth).
const published = {
  seed: '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295',
  issuer: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
  subject: 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
  audience: 'wss://relay.walletconnect.com',
  issuedAt: 1_656_910_097,
  ttl: 86_400,
  jwt: 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
}

const relay = 'ws://127.0.0.1:4103'
const now = 1_800_000_000
const seed = generateKey()
const make = (o: Partial<Parameters<typeof signRelayJwt>[0]> = {}) =>
  signRelayJwt({ seed, audience: relay, subject: 'aa', issuedAt: now, ...o })
const verify = (jwt: string, at = now) => verifyRelayJwt(jwt, { audiences: [relay], now: at })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a relay token', () => {
  it.each([published, ...vectors.jwts])('matches the published one exactly ($audience)', (v) => {
    const { issuedAt, subject, audience } = v
    expect(clientIdOf(v.seed)).toBe(v.issuer)
    expect(signRelayJwt({ seed: v.seed, audience, subject, issuedAt, lifetimeSeconds: v.ttl })).toBe(v.jwt)
    const claims = verifyRelayJwt(v.jwt, { audiences: [audience], now: issuedAt })
    expect(claims).toEqual({ iss: v.issuer, sub: subject, aud: audience, iat: issuedAt, exp: issuedAt + v.ttl })
  })

  it('bears two minutes of wrong clocks and no more', () => {
    const jwt = make({ lifetimeSeconds: 1_000 })
    for (const at of [now - 120, now, now + 1_120]) expect(verify(jwt, at).iss).toBe(clientIdOf(seed))
    expect(() => verify(jwt, now - 121)).toThrow(/issued in the future.*clocks is wrong/)
    expect(() => verify(jwt, now + 1_121)).toThrow(/expired.*clocks is wrong/)
  })

  it('expires a day after it was issued, whatever it claims', () => {
    const jwt = make({ lifetimeSeconds: 10 * 86_400 })
    expect(verify(jwt, now + 86_400).iss).toBe(clientIdOf(seed))
    expect(() => verify(jwt, now + 86_521)).toThrow('has expired')
  })

  it('is for one relay', () => {
    expect(() => verify(make({ audience: 'wss://relay.example' }))).toThrow('meant for another relay')
    expect(verify(make({ audience: `${relay}/?projectId=x` })).aud).toContain(relay)
    expect(isSameAudience('wss://a.example/v1/', 'wss://a.example/v1')).toBe(true)
    for (const other of ['ws://a.example/v1', 'wss://a.example', 'wss://a.example:444/v1', 'nothing', ''])
      expect(isSameAudience('wss://a.example/v1', other)).toBe(false)
    expect(isSameAudience('nothing', 'nothing')).toBe(false)
    expect(isSameAudience('wss://a.example', 'wss://a.example///')).toBe(true)
    // A stranger writes the audience: a quarter of a million slashes took minutes when their square was looked at.
    expect(isSameAudience('wss://a.example', `wss://a.example${'/'.repeat(250_000)}x`)).toBe(false)
  })

  it('is refused when anything in it was changed', () => {
    const jwt = make()
    fc.assert(
      fc.property(fc.nat(jwt.length - 1), fc.constantFrom(...'ABCxyz019-_.'), (at, letter) => {
        fc.pre(jwt[at] !== letter)
        expect(() => verify(jwt.slice(0, at) + letter + jwt.slice(at + 1))).toThrow('JWT rejected')
      }),
    )
  })

  it('is refused in another form, or signed by another', () => {
    const [head, body, signature] = make().split('.') as [string, string, string]
    const claims = { iss: clientIdOf(seed), sub: 'a', aud: relay, iat: now }
    expect(() => verify(`${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`)).toThrow('not signed with EdDSA')
    expect(() => verify(`${head}.${encode(claims)}.${signature}`)).toThrow('its signature is wrong')
    expect(() => verify(`${head}.${encode({ ...claims, iss: 'did:web:x' })}.${signature}`)).toThrow('not well-formed')
    expect(() => verify(`${head}.${body}.`)).toThrow('not a JSON web token')
    expect(() => verify(`${head}.${body}.${signature}.x`)).toThrow('not a JSON web token')
    expect(() => verify('x'.repeat(10_000))).toThrow('not a JSON web token')
    const other = make({ seed: generateKey() }).split('.')[2]
    expect(() => verify(`${head}.${body}.${other}`)).toThrow('its signature is wrong')
  })

  it('accepts only 64-byte signatures', () => {
    const [head, body, signature = ''] = make().split('.')
    const bytes = Buffer.from(signature, 'base64url')
    expect(bytes).toHaveLength(64)
    for (const wrong of [bytes.subarray(0, 63), Buffer.concat([bytes, Buffer.of(0)])])
      expect(() => verify(`${head}.${body}.${wrong.toString('base64url')}`)).toThrow('its signature is wrong')
  })

  it('refuses whatever else comes', () => {
    fc.assert(fc.property(fc.string(), (junk) => void expect(() => verify(junk)).toThrow('JWT rejected')))
  })
})

describe('did:key', () => {
  it('is the key it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const did = encodeDidKey(key)
        expect(did).toMatch(/^did:key:z6Mk/)
        expect(decodeDidKey(did)).toEqual(key)
      }),
    )
  })

  it.each([
    '',
    'did:key:',
    'did:key:z',
    'did:key:z6Mk',
    'did:key:z0OIl',
    `did:key:z${'1'.repeat(34)}`,
    `did:key:z${'6'.repeat(5_000)}`,
  ])('refuses %s', (wrong) => expect(() => decodeDidKey(wrong)).toThrow())
})
