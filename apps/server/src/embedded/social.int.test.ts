import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded, walletOrigin } from '../../test/testEmbedded.ts'

const callback = 'https://api.shop.example/embedded/v1/social/callback'
let cluster: TestCluster
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  const starting = startTestCluster()
  identity = await startIdentity({ port: 0, redirectUris: [`${callback}/{provider}`] })
  cluster = await starting
})
afterAll(() => Promise.all([cluster.stop(), identity.close()]))

async function fresh() {
  const client = { clientId: 'billfold-local', clientSecret: 'billfold-local-secret' }
  const social = Object.fromEntries(
    socialProvider.options.map((provider) => [provider, { ...client, issuer: `${identity.url}/${provider}` }]),
  )
  return testEmbedded(await cluster.create(), { social })
}
type Served = Awaited<ReturnType<typeof fresh>>
type Device = Awaited<ReturnType<Served['newDevice']>>

const popup = { url: 'https://shop.example/cart?item=7', isPopup: true }
const ask = (device: Device, provider: SocialProvider, back = popup) =>
  device.call(
    'startSocial',
    { provider, site: new URL(back.url).host, device: device.device, back },
    { token: undefined },
  )
const begin = async (device: Device, provider: SocialProvider, back = popup) => (await ask(device, provider, back)).body

type Answered = { url: URL; form?: string }
const apiUrl = 'https://api.shop.example/'

/** A browser: it starts a login at the API, logs in at the provider, and returns; cookies are kept for each. */
function newBrowser(served: Served) {
  const jars = new Map<string, Map<string, string>>()
  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    // A form of another site's page carries no cookie of ours (SameSite).
    const isForeignForm = init.method === 'POST' && url.startsWith(apiUrl)
    const cookie = isForeignForm ? '' : [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { ...init.headers, ...(cookie && { cookie }) }
    const options: RequestInit = { ...init, headers, redirect: 'manual' }
    const response = url.startsWith(apiUrl) ? await served.app.request(url, options) : await fetch(url, options)
    for (const set of response.headers.getSetCookie()) {
      const [key = '', value = ''] = set.split(';')[0]!.split('=')
      if (set.includes('Max-Age=0')) jar.delete(key)
      else jar.set(key, value)
    }
    return response
  }

  /** Ends at the provider's redirect. */
  async function visit(uri: string, { name = 'Ann Lee', answer = 'continue' } = {}): Promise<Answered> {
    let [url, init] = [uri, {} as RequestInit]
    for (;;) {
      const response = await request(url, init)
      const next = response.headers.get('location')
      init = {}
      if (next === null) {
        const page = await response.text()
        if (page.includes('Sign in with')) {
          init = { method: 'POST', body: new URLSearchParams({ name, verified: 'yes', answer }) }
          continue
        }
        const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [key!, value!])
        const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
        return { url: new URL(action), form: new URLSearchParams(fields).toString() }
      }
      url = new URL(next, url).href
      if (url.startsWith(callback)) return { url: new URL(url) }
    }
  }

  /** The redirect after the provider's answer, which may be a form. */
  async function follow({ url, form }: Answered): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
    let response = await request(url.href, form === undefined ? {} : { method: 'POST', body: form, headers })
    for (;;) {
      expect(response.status).toBe(303)
      // The window must not lose its opener.
      expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
      const location = new URL(response.headers.get('location')!, url).href
      if (!location.startsWith(callback)) return location
      response = await request(location)
    }
  }

  /** The frame's window gets this when the person is back. */
  const comeBack = async (answered: Answered) => resultIn(await follow(answered))
  return { request, visit, follow, comeBack }
}

function resultIn(address: string) {
  const location = new URL(address)
  expect(location.origin + location.pathname).toBe(`${walletOrigin}/social`)
  expect(location.search).toBe('')
  const { to, ...result } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  expect([undefined, 'https://shop.example']).toContain(to)
  return result
}
const finish = (device: Device, flow: string, code: string) =>
  device.call('finishSocial', { flow, code }, { token: undefined })

describe('social login', () => {
  let served: Served
  beforeAll(async () => {
    served = await fresh()
  })

  it.each(socialProvider.options)('signs a person in with %s, the same one each time', async (provider) => {
    served.pass(3600)
    const device = await served.newDevice()
    const sessions = []
    for (const name of ['Ann Lee', 'Ann Lee', 'Bob Ray']) {
      const browser = newBrowser(served)
      const { flow, uri } = await begin(device, provider)
      const query = new URL((await browser.request(uri)).headers.get('location')!).searchParams
      expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
      const back = await browser.comeBack(await browser.visit(uri, { name }))
      expect(back.flow).toBe(flow)
      const answer = await finish(device, flow, back.code!)
      expect(answer.status).toBe(200)
      expect((await finish(device, flow, back.code!)).code).toBe('not_found')
      sessions.push(answer.body)
    }
    const [first, again, other] = sessions
    expect(first).toMatchObject({ email: `Ann.Lee@${provider}.example`, wallet: null })
    expect(again).toMatchObject({ identity: first!.identity, deviceId: first!.deviceId })
    expect(other!.identity).not.toBe(first!.identity)
    expect(first!.identity).not.toBe(identityHash({ kind: 'email', subject: first!.email! }))
    expect(served.lines.join('')).not.toContain('Ann.Lee')
  })

  it('reports a cancelled login, an unavailable provider, and one that is not set up', async () => {
    served.pass(3600)
    const device = await served.newDevice()
    const { flow, uri } = await begin(device, 'google')
    const browser = newBrowser(served)
    expect(await browser.comeBack(await browser.visit(uri, { answer: 'cancel' }))).toEqual({
      ...{ flow, error: 'user_rejected' },
    })
    const away = { clientId: 'a', clientSecret: 'b', issuer: 'http://127.0.0.1:9' }
    const lone = testEmbedded(await cluster.create(), { social: { google: away } })
    const other = await lone.newDevice()
    expect(await ask(other, 'google')).toMatchObject({ status: 503, code: 'sources_unavailable' })
    expect(await ask(other, 'x')).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('a login that leaves the page', () => {
  it('returns to the same page, with the answer for the frame', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const page = { url: 'https://shop.example/cart?item=7#top', isPopup: false }
    const { flow, uri } = await begin(device, 'google', page)
    const browser = newBrowser(served)
    const location = new URL(await browser.follow(await browser.visit(uri)))
    const result = resultIn(location.searchParams.get('result_uri')!)
    location.searchParams.delete('result_uri')
    expect(location.href).toBe(page.url)
    expect((await finish(device, flow, result.code!)).status).toBe(200)
  })

  it.each(['https://evil.example/', 'https://shop.example.evil.example/', 'http://shop.example:8080/'])(
    'never redirects to %s, which is not the project’s',
    async (url) => {
      const served = await fresh()
      const device = await served.newDevice()
      for (const isPopup of [true, false])
        expect((await ask(device, 'google', { url, isPopup })).code).toBe('origin_not_allowed')
      const lie = {
        provider: 'google',
        site: 'shop.example',
        device: device.device,
        back: { url, isPopup: false },
      } as const
      expect((await device.call('startSocial', lie, { token: undefined })).code).toBe('invalid_input')
    },
  )
})

describe('a thief', () => {
  it('gets no session by luring someone into their flow, and neither does that person', async () => {
    const served = await fresh()
    const [thief, victim] = [await served.newDevice(), await served.newDevice()]
    const { flow, uri } = await begin(thief, 'google')
    const browser = newBrowser(served)
    const back = await browser.comeBack(await browser.visit(uri, { name: 'Victim' }))
    // The code is in the victim's window; the thief has the key, the victim has not.
    expect((await finish(thief, flow, 'A'.repeat(43))).code).toBe('not_found')
    expect((await finish(victim, flow, back.code!)).code).toBe('not_found')
    expect(await served.db.selectFrom('embedded_users').select('id').execute()).toEqual([])
  })

  it('cannot replay an answer, or use a stolen code in their own flow', async () => {
    const served = await fresh()
    const [thief, victim] = [await served.newDevice(), await served.newDevice()]
    const [theirBrowser, ownBrowser] = [newBrowser(served), newBrowser(served)]
    const theirs = await begin(victim, 'google')
    const stolen = await theirBrowser.visit(theirs.uri, { name: 'Victim' })
    const own = await begin(thief, 'google')
    const injected = new URL(stolen.url)
    injected.searchParams.set('state', await stateOf(ownBrowser, own.uri))
    expect(await ownBrowser.comeBack({ url: injected })).toEqual({ flow: own.flow, error: 'sign_in_unproven' })

    const fresher = await begin(victim, 'google')
    const answer = await theirBrowser.visit(fresher.uri, { name: 'Victim' })
    const first = await theirBrowser.comeBack(answer)
    expect(await theirBrowser.comeBack(answer)).toEqual({ error: 'not_found' })
    expect((await finish(thief, fresher.flow, first.code!)).code).toBe('not_found')
    expect((await finish(victim, fresher.flow, first.code!)).status).toBe(200)
  })

  it('cannot mix two providers up', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const browser = newBrowser(served)
    const [one, other] = [await begin(device, 'google'), await begin(device, 'facebook')]
    const state = await stateOf(browser, other.uri)
    const answered = (await browser.visit(one.uri)).url
    const mixed = (provider: string) => {
      const url = new URL(`${callback}/${provider}${answered.search}`)
      url.searchParams.set('state', state)
      return { url }
    }
    expect(await browser.comeBack(mixed('google'))).toEqual({ error: 'not_found' })
    // At the right URL, but the answer names its issuer.
    expect(await browser.comeBack(mixed('facebook'))).toEqual({ flow: other.flow, error: 'sign_in_unproven' })
  })

  it('finds nothing after the login expired', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { flow, uri } = await begin(device, 'github')
    const browser = newBrowser(served)
    const back = await browser.comeBack(await browser.visit(uri))
    served.pass(600)
    expect((await finish(device, flow, back.code!)).code).toBe('not_found')
    const second = await begin(device, 'x')
    const late = await browser.visit(second.uri)
    served.pass(600)
    expect(await browser.comeBack(late)).toEqual({ error: 'not_found' })
    const third = await begin(device, 'x')
    served.pass(600)
    expect(resultIn((await browser.request(third.uri)).headers.get('location')!)).toEqual({ error: 'not_found' })
  })
})

describe('a login ends in the browser that started it', () => {
  it.each(['google', 'apple'] as const)(
    'rejects an answer of %s in another browser, without cost to the first',
    async (provider) => {
      const served = await fresh()
      const device = await served.newDevice()
      const [own, other] = [newBrowser(served), newBrowser(served)]
      const { flow, uri } = await begin(device, provider)
      const answered = await own.visit(uri, { name: 'Mallory' })
      expect(await other.comeBack(answered)).toEqual({ error: 'not_found' })
      // Another login of its own does not help.
      await other.visit((await begin(await served.newDevice(), provider)).uri)
      expect(await other.comeBack(answered)).toEqual({ error: 'not_found' })
      const back = await own.comeBack(answered)
      expect((await finish(device, flow, back.code!)).status).toBe(200)
    },
  )

  it('rejects a provider link of one browser in another', async () => {
    const served = await fresh()
    const [own, victim] = [newBrowser(served), newBrowser(served)]
    const { uri } = await begin(await served.newDevice(), 'google')
    const link = (await own.request(uri)).headers.get('location')!
    expect(await victim.comeBack(await victim.visit(link, { name: 'Victim' }))).toEqual({ error: 'not_found' })
  })

  it('starts once, in one browser, with a cookie that no page reads and no other host sets', async () => {
    const served = await fresh()
    const [own, other] = [newBrowser(served), newBrowser(served)]
    const { uri } = await begin(await served.newDevice(), 'google')
    expect(new URL(uri).origin).toBe('https://api.shop.example')
    const response = await own.request(uri)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-billfold-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(resultIn((await other.request(uri)).headers.get('location')!)).toEqual({ error: 'not_found' })
    // A reloaded window is the same browser; so are two windows at once.
    expect((await own.request(uri)).headers.get('location')).toBe(response.headers.get('location'))
    const second = await begin(await served.newDevice(), 'github')
    await own.visit(second.uri)
    const first = await own.visit(uri)
    expect((await own.comeBack(first)).code).toMatch(/^[\w-]{43}$/)
  })
})

/** A flow's state, from the browser that starts it. */
const stateOf = async (browser: ReturnType<typeof newBrowser>, uri: string) =>
  new URL((await browser.request(uri)).headers.get('location')!).searchParams.get('state')!
