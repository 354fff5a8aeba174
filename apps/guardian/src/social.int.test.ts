import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { keyPairFrom, openerOf, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { plainTickets, writeTicket } from '../test/plainTickets.ts'
import { createGuardian } from './createGuardian.ts'
import { createSocialLogin } from './createSocialLogin.ts'

const publicUrl = 'https://guardian.site.example'
const callback = `${publicUrl}/guardian/v1/social`
const api = 'https://api.site.example/callback'
const walletId = '7d8a3a52-8f0b-4e6c-9a0e-0f7c5a1b2c3d'
const deviceId = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'
const random = () => crypto.getRandomValues(new Uint8Array(32))
const guardianKeys = keyPairFrom(random())
const device = keyPairFrom(random())
const share = crypto.getRandomValues(new Uint8Array(17))
const client = { clientId: 'billfold-local', clientSecret: 'billfold-local-secret' }

let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  identity = await startIdentity({ port: 0, redirectUris: [`${callback}/{provider}`, `${api}/{provider}`] })
})
afterAll(() => identity.close())

function newGuardian(settings?: SocialSettings) {
  const all = socialProvider.options.map((each) => [each, { ...client, issuer: `${identity.url}/${each}` }])
  const lines: Record<string, unknown>[] = []
  const app = createGuardian({
    ...{ ...plainTickets, openers: [openerOf(guardianKeys.secretKey)] },
    publicUrl,
    frameOrigins: ['https://wallet.site.example'],
    sendMail: async () => {
      throw new Error('no one gets mail')
    },
    // The providers are on this machine, and it may be busy.
    social: createSocialLogin(settings ?? Object.fromEntries(all), publicUrl, 60),
    clientOf: () => '203.0.113.1',
    now: Date.now,
    log: (line) => lines.push(line),
  })
  /** A device asks for the share of a person; `uri` is where they log in for it. */
  const start = async (provider: SocialProvider, subject: string) => {
    const person = identityHash({ kind: provider, subject })
    const info = recoveryInfo({ walletId, identity: person, generation: 1 })
    const response = await app.request('/guardian/v1/releases', {
      method: 'POST',
      body: JSON.stringify({
        ...{ social: { provider, identity: person }, walletId, generation: 1 },
        sealed: encodeBase64Url(sealTo(guardianKeys.publicKey, info, share)),
        ticket: writeTicket({
          sub: walletId,
          identity: person,
          device: deviceId,
          sealKey: encodeBase64Url(device.publicKey),
        }),
        device: { deviceId, sealKey: encodeBase64Url(device.publicKey) },
      }),
    })
    const body = (await response.json()) as { release: string; number: string; uri: string; code?: string }
    return { ...body, status: response.status }
  }
  const read = async (release: string) =>
    (await (await app.request(`/guardian/v1/releases/${release}`)).json()) as { state: string; sealed?: string }
  return { app, lines, start, read }
}
type Guardian = ReturnType<typeof newGuardian>

/** A browser: has cookies, and follows redirects between the guardian and the provider. */
function newBrowser({ app }: Pick<Guardian, 'app'>) {
  const jars = new Map<string, Map<string, string>>()
  async function fetchOne(url: URL, init: RequestInit): Promise<Response> {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    const options = { ...init, headers, redirect: 'manual' as const }
    const response = await (url.origin === publicUrl ? app.request(url, options) : fetch(url, options))
    for (const set of response.headers.getSetCookie()) {
      const [key = '', value = ''] = set.split(';')[0]!.split('=')
      jar.set(key, value)
    }
    return response
  }
  return {
    /** Goes on until there is a page to read, or an address where `stopAt` says so. */
    async go(first: string, { name = 'Ann Lee', answer = 'continue', stopAt = '\0' } = {}) {
      let [url, init] = [new URL(first), {} as RequestInit]
      for (;;) {
        if (url.href.startsWith(stopAt)) return { url, page: '', status: 0 }
        const response = await fetchOne(url, init)
        init = {}
        const next = response.headers.get('location')
        if (next !== null) {
          url = new URL(next, url)
          continue
        }
        const page = await response.text()
        if (page.includes('Local stand-in')) {
          init = { method: 'POST', body: new URLSearchParams({ name, verified: 'yes', answer }) }
          continue
        }
        const [, action] = /action="([^"]+)"/.exec(page) ?? []
        if (url.origin !== publicUrl && action) {
          // Apple's answer is a form that sends itself.
          const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [key!, value!])
          url = new URL(action)
          init = { method: 'POST', body: new URLSearchParams(fields) }
          continue
        }
        return { url, page, status: response.status }
      }
    },
    choose: (url: URL, number: string) =>
      fetchOne(url, {
        method: 'POST',
        body: new URLSearchParams({ token: url.pathname.split('/').at(-1)!, number }),
      }),
  }
}

/** The subject of a name at the fake provider, as the API's own login would return it. */
async function subjectOf(provider: string, name = 'Ann Lee'): Promise<string> {
  const { toPerson } = await import('@billfold/devnet/identity/toPerson')
  return toPerson(provider, name, true).sub
}

describe('a person of a social login at a new device', () => {
  it.each(socialProvider.options)('proves to the guardian itself who they are, with %s', async (provider) => {
    const guardian = newGuardian()
    const { release, number, uri } = await guardian.start(provider, await subjectOf(provider))
    const browser = newBrowser(guardian)
    const { url, page, status } = await browser.go(uri)
    expect([status, url.pathname]).toEqual([200, expect.stringMatching(/^\/guardian\/v1\/approve\/[\w-]{43}$/)])
    expect(page).toContain('<b dir="auto">app.site.example</b>')
    // A login, which a browser may do unasked, has released nothing.
    expect(await guardian.read(release)).toEqual({ state: 'waiting' })
    expect((await browser.choose(url, number)).status).toBe(200)
    const result = await guardian.read(release)
    const info = deliveryInfo({ walletId, deviceId, share: 'recovery' })
    expect(await openWith(openerOf(device.secretKey), info, decodeBase64Url(result.sealed!))).toEqual(share)
    // A release's random id may contain any three letters.
    const lines = guardian.lines.map(({ release: _, ...line }) => line)
    expect(lines).toContainEqual(expect.objectContaining({ event: 'released' }))
    expect(JSON.stringify(lines)).not.toMatch(/Ann|Lee/)
  })

  it('reports a different account, and allows a retry', async () => {
    const guardian = newGuardian()
    const { release, uri } = await guardian.start('google', await subjectOf('google'))
    const browser = newBrowser(guardian)
    const wrong = await browser.go(uri, { name: 'Mallory' })
    expect([wrong.status, wrong.page]).toEqual([403, expect.stringContaining('Another account')])
    expect(await guardian.read(release)).toEqual({ state: 'waiting' })
    expect((await browser.go(uri)).url.pathname).toContain('/approve/')
    const no = await browser.go(uri, { answer: 'cancel' })
    expect([no.status, no.page]).toEqual([403, expect.stringContaining('Google didn’t confirm who you are')])
  })

  it('is refused by name where the guardian has no such login', async () => {
    const guardian = newGuardian({})
    expect(await guardian.start('google', '7')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await (await guardian.app.request('/guardian/v1/key')).json()).toMatchObject({ socials: [] })
  })
})

describe('a thief', () => {
  it('gets no share that is bound to someone else, no matter who logs in', async () => {
    const guardian = newGuardian()
    const body = (identityOf: string, sealedFor: string) => ({
      ...{ social: { provider: 'google', identity: identityOf }, walletId, generation: 1 },
      sealed: encodeBase64Url(
        sealTo(guardianKeys.publicKey, recoveryInfo({ walletId, identity: sealedFor, generation: 1 }), share),
      ),
      device: { deviceId, sealKey: encodeBase64Url(device.publicKey) },
      ticket: writeTicket({
        ...{ sub: walletId, identity: identityOf, device: deviceId },
        sealKey: encodeBase64Url(device.publicKey),
      }),
    })
    const [mine, theirs] = ['1', '2'].map((subject) => identityHash({ kind: 'google', subject })) as [string, string]
    const ask = (body: object) =>
      guardian.app.request('/guardian/v1/releases', { method: 'POST', body: JSON.stringify(body) })
    expect((await ask(body(mine, theirs))).status).toBe(401)
    // Neither an address beside it nor no one at all.
    expect((await ask({ ...body(mine, mine), email: 'ann@site.example' })).status).toBe(422)
    expect((await ask({ ...body(mine, mine), social: undefined })).status).toBe(422)
  })

  it('rejects a login that ends in another browser, or twice', async () => {
    const guardian = newGuardian()
    const { uri } = await guardian.start('google', await subjectOf('google'))
    const [thief, victim] = [newBrowser(guardian), newBrowser(guardian)]
    const answered = await thief.go(uri, { stopAt: callback })
    // The answer works in the browser that asked, and nowhere else.
    expect((await victim.go(answered.url.href)).status).toBe(410)
    expect((await thief.go(answered.url.href)).url.pathname).toContain('/approve/')
    expect((await thief.go(answered.url.href)).status).toBe(410)
  })

  it('rejects one provider’s response at another', async () => {
    const guardian = newGuardian()
    const { uri } = await guardian.start('google', await subjectOf('google'))
    const browser = newBrowser(guardian)
    const { url } = await browser.go(uri, { stopAt: callback })
    const mixed = new URL(`${callback}/discord${url.search}`)
    expect((await browser.go(mixed.href)).status).toBe(410)
    // At the right address, but the answer names who gave it.
    url.searchParams.set('iss', `${identity.url}/discord`)
    expect(await browser.go(url.href)).toMatchObject({ status: 403 })
  })

  it('rejects the API’s own logins', async () => {
    const guardian = newGuardian()
    const { uri, release } = await guardian.start('google', await subjectOf('google'))
    const victim = newBrowser(guardian)
    // The very same registration with Google, and a fresh code of the victim's, drawn for the API.
    const begin = new URL(`${identity.url}/google/authorize`)
    begin.search = new URLSearchParams({
      ...{ client_id: client.clientId, response_type: 'code', scope: 'openid', nonce: 'n', state: 's' },
      redirect_uri: `${api}/google`,
    }).toString()
    const drawn = await victim.go(begin.href, { stopAt: api })
    const thief = newBrowser(guardian)
    const own = await thief.go(uri, { name: 'Mallory', stopAt: callback })
    own.url.searchParams.set('code', drawn.url.searchParams.get('code')!)
    expect(await thief.go(own.url.href)).toMatchObject({ status: 403 })
    expect(await guardian.read(release)).toEqual({ state: 'waiting' })
  })
})

/** An issuer that signs the test's claims. */
async function startLiar() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const lie = { claims: {} as Record<string, unknown>, isForged: false, nonce: '' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, url)
    const result = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname.endsWith('openid-configuration'))
      return result({
        ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
        jwks_uri: `${url}/jwks`,
      })
    if (pathname === '/jwks')
      return result({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] })
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url,
      aud: client.clientId,
      sub: '7',
      nonce: lie.nonce,
      iat: now,
      exp: now + 300,
      ...lie.claims,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}`
    const signature = sign('RSA-SHA256', Buffer.from(signed), lie.isForged ? other : privateKey).toString('base64url')
    return result({ access_token: 'a', token_type: 'Bearer', id_token: `${signed}.${signature}` })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void server.close())
  return { url, lie }
}

describe('an id_token', () => {
  const now = Math.floor(Date.now() / 1000)
  it.each<[string, Record<string, unknown>, boolean]>([
    ['that is right', {}, true],
    ['for someone else', { sub: '8' }, false],
    ['for another audience', { aud: 'the-api' }, false],
    ['of another login', { nonce: 'drawn-for-the-api' }, false],
    ['that has ended', { iat: now - 900, exp: now - 600 }, false],
    ['of another issuer', { iss: 'https://accounts.google.com' }, false],
    ['with another signature', { forged: true }, false],
  ])('%s', async (_, { forged, ...claims }, isRight) => {
    const { url, lie } = await startLiar()
    const guardian = newGuardian({ google: { ...client, issuer: url } })
    const { uri } = await guardian.start('google', '7')
    const browser = newBrowser(guardian)
    const page = await browser.go(uri, { stopAt: `${url}/authorize` })
    const { state, nonce } = Object.fromEntries(page.url.searchParams)
    Object.assign(lie, { claims, isForged: forged === true, nonce })
    const came = await browser.go(`${callback}/google?${new URLSearchParams({ code: 'c', state: state! })}`)
    expect(came.status).toBe(isRight ? 200 : 403)
    expect(came.url.pathname.includes('/approve/')).toBe(isRight)
  })
})
