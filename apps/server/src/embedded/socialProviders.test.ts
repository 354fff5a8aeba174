import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocialProviders } from './socialProviders.ts'

/** A provider that publishes one key and signs with any. */
const [published, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
let idToken: (issuer: string) => Promise<string>
const server = createServer(async (request, response) => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const documents: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, id_token_signing_alg_values_supported: ['RS256'] },
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(published.publicKey)), alg: 'RS256', use: 'sig' }] }),
    '/token': async () => ({ access_token: 'a', token_type: 'bearer', id_token: await idToken(issuer) }),
  }
  const body = await documents[request.url ?? '']?.()
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => server.close(done)))

const login = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const signedBy =
  (key: CryptoKey, change: { nonce?: string; aud?: string } = {}) =>
  (issuer: string) =>
    new SignJWT({ nonce: login.nonce, email: 'ada@example.com', email_verified: true, ...change })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setSubject('ada')
      .setAudience(change.aud ?? 'us')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key)

/** Google publishes its endpoints, Facebook's are in our table: both lead to the same server here. */
describe.each(['google', 'facebook'] as const)('a login at %s', (provider) => {
  const personOf = () => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const providers = createSocialProviders({ [provider]: { clientId: 'us', clientSecret: 'secret', issuer } })
    const url = new URL(`http://api.example/callback?code=c&state=${login.state}`)
    return providers.personOf(provider, { url, ...login })
  }

  it('accepts an id_token that the provider signed', async () => {
    idToken = signedBy(published.privateKey)
    expect(await personOf()).toEqual({ subject: 'ada', email: 'ada@example.com' })
  })

  it('rejects an id_token that someone else signed', async () => {
    idToken = signedBy(other.privateKey)
    await expect(personOf()).rejects.toThrow()
  })

  it.each([{ nonce: 'x'.repeat(43) }, { aud: 'them' }])('rejects an id_token of another login: %o', async (change) => {
    idToken = signedBy(published.privateKey, change)
    await expect(personOf()).rejects.toThrow()
  })
})
