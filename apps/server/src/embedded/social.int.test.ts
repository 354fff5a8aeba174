import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import { type SocialProvider, socialProvider } from '@billfold/protocol/embedded/embeddedApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../db/testDatabase.ts'
import { testEmbedded, walletOrigin } from './testEmbedded.ts'

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

/** A browser at a provider: says who it is, and comes to where it is sent back to. */
async function visit(
  uri: string,
  { name = 'Ann Lee', answer = 'continue' } = {},
): Promise<{ url: URL; form?: string }> {
  const cookies = new Map<string, string>()
  let [url, init] = [uri, {} as RequestInit]
  for (;;) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [key = '', value = ''] = set.split(';')[0]!.split('=')
      cookies.set(key, value)
    }
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

/** What the frame's window is handed when the person is back. */
async function comeBack(served: Served, { url, form }: Awaited<ReturnType<typeof visit>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
  const response = await served.app.request(url, form === undefined ? {} : { method: 'POST', body: form, headers })
  expect(response.status).toBe(303)
  // The window must not lose the page that opened it.
  expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
  return resultIn(response.headers.get('location')!)
}
function resultIn(address: string) {
  const location = new URL(address)
  expect(location.origin + location.pathname).toBe(`${walletOrigin}/social`)
  expect(location.search).toBe('')
  const { to, ...told } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  expect([undefined, 'https://shop.example']).toContain(to)
  return told
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
      const { flow, uri } = await begin(device, provider)
      const asked = new URL(uri).searchParams
      expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
      const back = await comeBack(served, await visit(uri, { name }))
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

  it('says that a person said no, that a provider is away, and that one is not set up', async () => {
    served.pass(3600)
    const device = await served.newDevice()
    const { flow, uri } = await begin(device, 'google')
    expect(await comeBack(served, await visit(uri, { answer: 'cancel' }))).toEqual({ flow, error: 'user_rejected' })
    const away = { clientId: 'a', clientSecret: 'b', issuer: 'http://127.0.0.1:9' }
    const lone = testEmbedded(await cluster.create(), { social: { google: away } })
    const other = await lone.newDevice()
    expect(await ask(other, 'google')).toMatchObject({ status: 503, code: 'sources_unavailable' })
    expect(await ask(other, 'x')).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('a login that leaves the page', () => {
  it('comes back to the very page, with the answer for the frame', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const page = { url: 'https://shop.example/cart?item=7#top', isPopup: false }
    const { flow, uri } = await begin(device, 'google', page)
    const { url } = await visit(uri)
    const response = await served.app.request(url)
    const location = new URL(response.headers.get('location')!)
    const told = resultIn(location.searchParams.get('result_uri')!)
    location.searchParams.delete('result_uri')
    expect(location.href).toBe(page.url)
    expect((await finish(device, flow, told.code!)).status).toBe(200)
  })

  it.each(['https://evil.example/', 'https://shop.example.evil.example/', 'http://shop.example:8080/'])(
    'never leads to %s, which is not the project’s',
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
  it('who has someone else log in to a flow of theirs gets no session, and neither does that person', async () => {
    const served = await fresh()
    const [thief, victim] = [await served.newDevice(), await served.newDevice()]
    const { flow, uri } = await begin(thief, 'google')
    const back = await comeBack(served, await visit(uri, { name: 'Victim' }))
    // The code is in the victim's window; the thief has the key, the victim has not.
    expect((await finish(thief, flow, 'A'.repeat(43))).code).toBe('not_found')
    expect((await finish(victim, flow, back.code!)).code).toBe('not_found')
    expect(await served.db.selectFrom('embedded_users').select('id').execute()).toEqual([])
  })

  it('who replays an answer, or puts a stolen code into a flow of their own, is refused', async () => {
    const served = await fresh()
    const [thief, victim] = [await served.newDevice(), await served.newDevice()]
    const theirs = await begin(victim, 'google')
    const stolen = await visit(theirs.uri, { name: 'Victim' })
    const own = await begin(thief, 'google')
    const injected = new URL(stolen.url)
    injected.searchParams.set('state', new URL(own.uri).searchParams.get('state')!)
    expect(await comeBack(served, { url: injected })).toEqual({ flow: own.flow, error: 'sign_in_unproven' })

    const fresher = await begin(victim, 'google')
    const answer = await visit(fresher.uri, { name: 'Victim' })
    const first = await comeBack(served, answer)
    expect(await comeBack(served, answer)).toEqual({ error: 'not_found' })
    expect((await finish(thief, fresher.flow, first.code!)).code).toBe('not_found')
    expect((await finish(victim, fresher.flow, first.code!)).status).toBe(200)
  })

  it('who mixes two providers up is refused', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const [one, other] = [await begin(device, 'google'), await begin(device, 'facebook')]
    const state = new URL(other.uri).searchParams.get('state')!
    const answered = (await visit(one.uri)).url
    const mixed = (provider: string) => {
      const url = new URL(`${callback}/${provider}${answered.search}`)
      url.searchParams.set('state', state)
      return { url }
    }
    expect(await comeBack(served, mixed('google'))).toEqual({ error: 'not_found' })
    // At the right address, but the answer names who gave it.
    expect(await comeBack(served, mixed('facebook'))).toEqual({ flow: other.flow, error: 'sign_in_unproven' })
  })

  it('who comes late finds nothing', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { flow, uri } = await begin(device, 'github')
    const answer = await visit(uri)
    const back = await comeBack(served, answer)
    served.pass(600)
    expect((await finish(device, flow, back.code!)).code).toBe('not_found')
    const second = await begin(device, 'x')
    const late = await visit(second.uri)
    served.pass(600)
    expect(await comeBack(served, late)).toEqual({ error: 'not_found' })
  })
})
