import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { type AuthOptions, createAuth } from './createAuth.ts'

const issuer = 'https://api.shop.example'
const account = 'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const start = Date.parse('2026-11-17T12:00:00Z')

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  return { kid, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } as JWK }
}
type Key = Awaited<ReturnType<typeof newKey>>
const sign = (key: Key, change: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
  new SignJWT({
    iss: issuer,
    aud: 'shop',
    sub: account,
    sid: 's1',
    iat: start / 1000,
    exp: start / 1000 + 900,
    ...change,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key.privateKey)
const ask = (token?: string, init: RequestInit = {}, url = 'https://shop.example/orders') =>
  new Request(url, {
    ...init,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as object) },
  })

const key = await newKey('k1')
const options = { issuer, audience: 'shop', keys: { keys: [key.published] }, now: () => start } satisfies AuthOptions
const auth = createAuth(options)
const codeOf = (request: Request, from = auth) =>
  from.require(request).then(
    () => 'let in',
    (e: { code: string }) => e.code,
  )

describe('a bearer token', () => {
  it('identifies the signed-in user', async () => {
    const user = await auth.require(ask(await sign(key)))
    expect(user).toEqual({
      ...{ caip10: account, chainId: 'eip155:1', address: account.slice(9), signInId: 's1' },
      expiresAt: new Date(start + 900_000),
    })
    expect(await auth.verify(ask(await sign(key)))).toEqual(user)
    expect(await auth.verify(ask())).toBeUndefined()
    expect(await auth.verify(ask('a.b.c'))).toBeUndefined()
  })

  it('is refused by name', async () => {
    const other = await newKey('k2')
    const [, payload, signature] = (await sign(key)).split('.')
    const header = (change: object) =>
      Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...change })).toString('base64url')
    const confused = await new SignJWT({ iss: issuer, aud: 'shop', sub: account, sid: 's1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JSON.stringify(key.published)))
    const cases: [string, string | undefined][] = [
      ['missing', undefined],
      ['malformed', 'a.b.c'],
      ['malformed', 'x'.repeat(5_000)],
      ['algorithm', `${header({ alg: 'none' })}.${payload}.`],
      ['algorithm', `${header({ alg: 'none' })}.${payload}.${signature}`],
      ['algorithm', confused],
      ['key', await sign(other)],
      ['signature', await sign({ ...other, kid: 'k1' })],
      ['type', await sign(key, {}, { typ: 'nonce+jwt' })],
      ['issuer', await sign(key, { iss: 'https://evil.example' })],
      ['audience', await sign(key, { aud: 'market' })],
      ['expired', await sign(key, { exp: start / 1000 - 61 })],
      ['not_yet', await sign(key, { nbf: start / 1000 + 61 })],
      ['malformed', await sign(key, { sub: 'ann' })],
      ['malformed', await sign(key, { sid: 1 })],
      ['expired', await sign(key, { exp: undefined })],
    ]
    for (const [code, token] of cases) expect(await codeOf(ask(token)), token).toBe(code)
    expect(await codeOf(ask(undefined, { headers: { authorization: 'Bearer a b' } }))).toBe('malformed')
    expect(await codeOf(ask(await sign(key, { exp: start / 1000 - 59 })))).toBe('let in')
  })
})

describe('a cookie', () => {
  const withCookie = createAuth({ ...options, cookie: 'token' })
  const send = async (method: string, headers: Record<string, string> = {}, cookie?: string) =>
    codeOf(
      ask(undefined, { method, headers: { cookie: cookie ?? `a=b; token=${await sign(key)}`, ...headers } }),
      withCookie,
    )

  it('reads the configured cookie, and prefers the header', async () => {
    expect(await send('GET')).toBe('let in')
    expect(await send('GET', { authorization: 'Basic eDp5' })).toBe('let in')
    expect(await send('GET', { authorization: 'Bearer x' })).toBe('malformed')
    expect(await codeOf(ask(undefined, { headers: { cookie: `token=${await sign(key)}` } }))).toBe('missing')
    expect(await send('GET', {}, 'token=')).toBe('missing')
    expect(await send('GET', {}, 'xtoken=1; token2=2')).toBe('missing')
    expect(await send('GET', {}, `token=${await sign(key)}; token=x`)).toBe('malformed')
  })

  it('accepts changes only from pages of the same origin', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await send(method, { origin: 'https://shop.example' })).toBe('let in')
      expect(await send(method, { 'sec-fetch-site': 'same-origin' })).toBe('let in')
      for (const origin of ['https://evil.example', 'null', 'https://shop.example.evil.example'])
        expect(await send(method, { origin })).toBe('origin')
      expect(await send(method)).toBe('origin')
      expect(await send(method, { 'sec-fetch-site': 'same-site' })).toBe('origin')
    }
    const behindProxy = createAuth({ ...options, cookie: 'token', origins: ['https://shop.example'] })
    const init = { method: 'POST', headers: { cookie: `token=${await sign(key)}`, origin: 'http://10.0.0.1' } }
    expect(await codeOf(ask(undefined, init, 'http://10.0.0.1/'), behindProxy)).toBe('origin')
  })
})

describe('keys by their address', () => {
  function setUp(keys: Key[]) {
    const state = { time: start, keys, isDown: false, wait: Promise.resolve() }
    const fetch = vi.fn(async () => {
      await state.wait
      if (state.isDown) throw new TypeError('no connection')
      return Response.json({ keys: state.keys.map(({ published }) => published) })
    })
    const { keys: _, ...rest } = options
    const from = createAuth({ ...rest, jwksUrl: `${issuer}/jwks`, fetch, now: () => state.time })
    const token = (by: Key) => sign(by, { exp: state.time / 1000 + 900 })
    return { state, fetch, from, enter: async (by: Key) => codeOf(ask(await token(by)), from) }
  }

  it('fetches keys once for concurrent callers, and again after five minutes', async () => {
    const { state, fetch, enter } = setUp([key])
    expect(await Promise.all([enter(key), enter(key), enter(key)])).toEqual(['let in', 'let in', 'let in'])
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls[0]).toMatchObject([
      `${issuer}/jwks`,
      { redirect: 'error', signal: expect.any(AbortSignal) },
    ])
    state.time += 299_000
    await enter(key)
    expect(fetch).toHaveBeenCalledTimes(1)
    state.time += 1_000
    await enter(key)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('refetches keys for an unknown key id, at most twice a minute, and rejects a revoked key', async () => {
    const next = await newKey('k2')
    const { state, fetch, enter } = setUp([key])
    await enter(key)
    state.keys = [next]
    expect(await enter(next)).toBe('key')
    expect(fetch).toHaveBeenCalledTimes(1)
    state.time += 30_000
    expect(await enter(next)).toBe('let in')
    expect(await enter(key)).toBe('key')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('reports unavailable keys as 503, and uses old ones for an hour', async () => {
    const { state, fetch, from, enter } = setUp([key])
    state.isDown = true
    expect(await enter(key)).toBe('unavailable')
    await expect(from.verify(ask(await sign(key)))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(fetch).toHaveBeenCalledTimes(1)
    state.isDown = false
    state.time += 5_000
    expect(await enter(key)).toBe('let in')
    state.isDown = true
    state.time += 3_599_000
    expect(await enter(key)).toBe('let in')
    state.time += 6_000
    expect(await enter(key)).toBe('unavailable')
  })

  it('have a deadline', async () => {
    const { keys: _, ...rest } = options
    const silent: typeof fetch = (_url, init) =>
      new Promise((_, fail) => init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)))
    const from = createAuth({ ...rest, jwksUrl: `${issuer}/jwks`, fetch: silent, timeoutMs: 20 })
    expect(await codeOf(ask(await sign(key)), from)).toBe('unavailable')
  })
})

describe('the API, asked about each token', () => {
  const online = (answer: () => Response | Promise<Response>) =>
    createAuth({
      issuer,
      audience: 'shop',
      meUrl: `${issuer}/auth/v1/me`,
      fetch: async () => answer(),
      now: () => start,
    })
  const says =
    (status: number, field = '') =>
    () =>
      Response.json({ reasons: [{ field }] }, { status })

  it('has the last word', async () => {
    const token = await sign(key)
    expect(
      await codeOf(
        ask(token),
        online(() => Response.json({})),
      ),
    ).toBe('let in')
    for (const code of ['ended', 'expired', 'key', 'audience'])
      expect(await codeOf(ask(token), online(says(401, code)))).toBe(code)
    for (const status of [400, 403, 404, 429, 500, 503])
      expect(await codeOf(ask(token), online(says(status, 'projectId')))).toBe('unavailable')
    expect(
      await codeOf(
        ask(token),
        online(() => new Response('<html>', { status: 401 })),
      ),
    ).toBe('unavailable')
    expect(
      await codeOf(
        ask('a.b.c'),
        online(() => Response.json({})),
      ),
    ).toBe('malformed')
  })
})

it('needs an API or its public keys', () => {
  expect(() => createAuth({ issuer, audience: 'shop' })).toThrow('createAuth needs jwksUrl, keys or meUrl.')
  expect(() => createAuth({ ...options, audience: '' })).toThrow('createAuth needs issuer and audience.')
})
