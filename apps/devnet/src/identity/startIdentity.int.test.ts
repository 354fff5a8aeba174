import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localClient } from './createIssuer.ts'
import { providerTable } from './providerTable.ts'
import { startIdentity } from './startIdentity.ts'

const back = 'http://127.0.0.1:9/back'
const verifier = 'v'.repeat(43)
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  identity = await startIdentity({ port: 0, redirectUris: [`${back}/{provider}`] })
})
afterAll(() => identity.close())

/** Follows redirects on the provider with its cookies, as a browser does, until they lead elsewhere or to a page. */
function createVisitor() {
  const cookies = new Map<string, string>()
  return async (first: string, init: RequestInit = {}): Promise<{ url: URL; page?: string; status?: number }> => {
    let [url, options] = [first, init]
    for (;;) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const answer = await fetch(url, { ...options, headers: { cookie }, redirect: 'manual' })
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';')[0]!.split('=')
        cookies.set(name, value)
      }
      const next = answer.headers.get('location')
      if (next === null) return { url: new URL(url), page: await answer.text(), status: answer.status }
      url = new URL(next, url).href
      options = {}
      if (!url.startsWith(identity.url)) return { url: new URL(url) }
    }
  }
}

async function logIn(provider: string, path: string, more: Record<string, string>, answer = 'continue') {
  const visit = createVisitor()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    client_id: localClient.id,
    response_type: 'code',
    redirect_uri: `${back}/${provider}`,
    state: 's1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  const shown = await visit(`${identity.url}/${provider}${path}?${query}`)
  if (!shown.page?.includes('Sign in with')) return shown
  const body = new URLSearchParams({ name: 'Ann Lee', verified: 'yes', answer })
  return visit(shown.url.href, { method: 'POST', body })
}

async function redeem(provider: string, path: string, code: string, codeVerifier = verifier) {
  const { isPost } = providerTable[provider]!
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${back}/${provider}`,
    code_verifier: codeVerifier,
    ...(!isPost ? {} : { client_id: localClient.id, client_secret: localClient.secret }),
  })
  const basic = Buffer.from(`${localClient.id}:${localClient.secret}`).toString('base64')
  const answer = await fetch(`${identity.url}/${provider}${path}`, {
    method: 'POST',
    body,
    headers: isPost ? {} : { authorization: `Basic ${basic}` },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test.each(['google', 'apple', 'facebook', 'discord'])(
  '%s identifies a person by a signed id_token',
  async (provider) => {
    const issuer = `${identity.url}/${provider}`
    const known = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>
    expect(known).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
    })
    const { url } = await logIn(provider, '/authorize', { scope: 'openid email profile', nonce: 'n1' })
    expect(`${url.origin}${url.pathname}`).toBe(`${back}/${provider}`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ state: 's1', iss: issuer })
    const code = url.searchParams.get('code')!
    const { body } = await redeem(provider, '/token', code)
    const [head = '', payload = '', signature = ''] = body.id_token!.split('.')
    const { keys } = (await (await fetch(known.jwks_uri!)).json()) as { keys: JsonWebKey[] }
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' })
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      ...{ iss: issuer, aud: localClient.id, nonce: 'n1' },
      ...{ name: 'Ann Lee', email: `Ann.Lee@${provider}.example`, email_verified: true },
    })
    // A code works once, and only for its own client.
    expect((await redeem(provider, '/token', code)).body).toMatchObject({ error: 'invalid_grant' })
  },
)

test.each([
  ['github', '/login/oauth/authorize', '/login/oauth/access_token', '/user', { login: 'Ann Lee' }],
  ['x', '/i/oauth2/authorize', '/2/oauth2/token', '/2/users/me', { data: { username: 'Ann_Lee' } }],
])('%s identifies a person by its API', async (provider, authorize, token, user, profile) => {
  const { url } = await logIn(provider, authorize, { scope: providerTable[provider]!.scopes.join(' ') })
  const redeemed = await redeem(provider, token, url.searchParams.get('code')!)
  expect(redeemed).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  expect(redeemed.body.id_token).toBeUndefined()
  const ask = (bearer: string) =>
    fetch(`${identity.url}/${provider}${user}`, { headers: { authorization: `Bearer ${bearer}` } })
  expect(await (await ask(redeemed.body.access_token!)).json()).toMatchObject(profile)
  expect((await ask('x')).status).toBe(401)
})

test('a rejection, a foreign address and a wrong verifier end the login', async () => {
  const scope = { scope: 'openid' }
  const { url } = await logIn('google', '/authorize', scope, 'cancel')
  expect(url.searchParams.get('error')).toBe('access_denied')
  const foreign = await logIn('google', '/authorize', { ...scope, redirect_uri: 'http://evil.example/' })
  expect(foreign.status).toBe(400)
  const begun = await logIn('google', '/authorize', scope)
  const stolen = await redeem('google', '/token', begun.url.searchParams.get('code')!, 'w'.repeat(43))
  expect(stolen.body).toMatchObject({ error: 'invalid_grant' })
})
