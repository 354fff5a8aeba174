import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { socialProviders } from '@billfold/protocol/frame/frameRequests'
import { afterEach, expect, test, vi } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakePage } from '../../ports/fakePage.ts'
import type { fakeStorage } from '../../ports/fakeStorage.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { currentView } from '../modal/modal.ts'
import { openModal } from '../modal/openModal.ts'
import { connectSocial, redirectToSocial } from './connectSocial.ts'
import { isProviderSupported, socialsQuery } from './socialsQuery.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
type Place = {
  href?: string
  globals?: Record<string, unknown>
  storage?: ReturnType<typeof fakeStorage>
  body?: unknown
}
function visit(over: Partial<FrameHandlers>, { storage, body, ...place }: Place = {}) {
  const frame = fixtureFrame({ IS_CONNECTED: async () => ({ isConnected: true }), ...over })
  const scene = setUpKit({
    walletUrl: 'https://wallet.site.example',
    page: fakePage(place),
    ...(storage ? { storage } : {}),
    ...(body ? { http: fakeHttp(() => ({ body })) } : {}),
  })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  const tracked: string[] = []
  scene.kit.store.onEvent((...args) => {
    const event = trackedEventOf(...args)?.event
    if (event) tracked.push(event)
  })
  return { ...scene, frame, tracked, view: () => currentView(scene.kit.store.get().modal) }
}
function popupWindow() {
  return {
    closed: false,
    location: { href: '' },
    close() {
      this.closed = true
    },
  }
}
const social: Partial<FrameHandlers> = {
  GET_SOCIAL_REDIRECT_URI: async () => ({ uri: 'https://accounts.example/authorize' }),
  CONNECT_SOCIAL: async () => ({ address: fixtureAddresses.eip155, chainId: 1, userName: 'ann' }),
}
const messageEvent = (data: unknown, more: object) => Object.assign(new Event('message'), { data, ...more })

test('logs in with a provider, trusting only its own window and origin', async () => {
  const { kit, page, tracked, storage } = visit(social)
  openModal(kit)
  const popup = popupWindow()
  void connectSocial(kit, { provider: 'google', window: popup })
  await expect.poll(() => popup.location.href).toBe('https://accounts.example/authorize')
  const { events } = page.page
  events.dispatchEvent(messageEvent({ resultUri: 'bad' }, { source: popup, origin: 'https://evil.example' }))
  events.dispatchEvent(messageEvent({ resultUri: 'bad' }, { source: {}, origin: 'https://wallet.site.example' }))
  events.dispatchEvent(messageEvent({ resultUri: 'good' }, { source: popup, origin: 'https://wallet.site.example' }))
  await until(kit, (state) => connectedAccount(state, 'solana') !== undefined)
  expect(kit.store.get().account.eip155).toMatchObject({
    accounts: [{ login: { identifier: 'ann', social: 'google' } }],
  })
  expect(storage.values.get('@appkit/connected_social')).toBe('google')
  expect(popup.closed).toBe(true)
  expect(tracked.filter((name) => name.startsWith('SOCIAL'))).toEqual([
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_REQUEST_USER_DATA',
    'SOCIAL_LOGIN_SUCCESS',
  ])
})

test('goes back when the login window closes, and reports a blocked one', async () => {
  const { kit, clock, tracked, view } = visit(social)
  openModal(kit)
  const popup = popupWindow()
  void connectSocial(kit, { provider: 'google', window: popup })
  await expect.poll(() => popup.location.href).not.toBe('')
  expect(view()).toEqual({ name: 'ConnectingSocial', provider: 'google' })
  popup.closed = true
  await expect
    .poll(() => {
      clock.advance(1000)
      return view().name
    })
    .toBe('Connect')
  expect(tracked).toContain('SOCIAL_LOGIN_CANCELED')
  await connectSocial(kit, { provider: 'google', window: null })
  expect(kit.store.get().embedded?.trouble).toMatchObject({
    code: 'window_blocked',
    message: 'Could not create social popup',
  })
})

test('asks the wallet to approve an unknown device, and shows that', async () => {
  const approved = Promise.withResolvers<undefined>()
  const { kit, frame, view, page } = visit({
    ...social,
    CONNECT_SOCIAL: async () => ({ action: 'VERIFY_DEVICE', userName: 'ann' }),
    CONNECT_DEVICE: () => approved.promise,
  })
  openModal(kit)
  const popup = popupWindow()
  void connectSocial(kit, { provider: 'google', window: popup })
  await expect.poll(() => popup.location.href).not.toBe('')
  const from = { source: popup, origin: 'https://wallet.site.example' }
  page.page.events.dispatchEvent(messageEvent({ resultUri: 'good' }, from))
  await until(kit, ({ embedded }) => embedded?.phase === 'device')
  expect(view()).toEqual({ name: 'ConnectingSocial', provider: 'google' })
  approved.resolve(undefined)
  await until(kit, (state) => connectedAccount(state, 'solana') !== undefined)
  expect(frame.names()).toContain('CONNECT_DEVICE')
})

test('goes back silently after a rejection at the provider, and reports other failures by code', async () => {
  let code: 'user_rejected' | 'sources_unavailable' = 'user_rejected'
  const { kit, view, page, tracked } = visit({
    ...social,
    CONNECT_SOCIAL: async () => {
      throw new KitError(code)
    },
  })
  openModal(kit)
  const attempt = async () => {
    const popup = popupWindow()
    const done = connectSocial(kit, { provider: 'google', window: popup })
    await expect.poll(() => popup.location.href).not.toBe('')
    const from = { source: popup, origin: 'https://wallet.site.example' }
    page.page.events.dispatchEvent(messageEvent({ resultUri: 'told' }, from))
    await done
  }
  await attempt()
  expect(view().name).toBe('Connect')
  expect(tracked.at(-1)).toBe('SOCIAL_LOGIN_CANCELED')
  code = 'sources_unavailable'
  await attempt()
  expect(view().name).toBe('ConnectingSocial')
  expect(kit.store.get().embedded?.trouble?.code).toBe('sources_unavailable')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x'])('navigates no window to %s', async (uri) => {
  const { kit } = visit({ ...social, GET_SOCIAL_REDIRECT_URI: async () => ({ uri }) })
  openModal(kit)
  const popup = popupWindow()
  await connectSocial(kit, { provider: 'google', window: popup })
  expect([popup.location.href, popup.closed]).toEqual(['', true])
  expect(kit.store.get().embedded?.trouble?.message).toBe('Could not fetch the social redirect uri')
})

test('redirects for a login, and resumes it once on return', async () => {
  const began = visit(social, { href: 'https://shop.example/cart?item=7&result_uri=old#tgWebAppData=secret' })
  openModal(began.kit)
  void redirectToSocial(began.kit, { provider: 'github' })
  await expect.poll(() => began.page.opened).toEqual([{ url: 'https://accounts.example/authorize', target: '_top' }])
  const returnTo = 'https://shop.example/cart?item=7'
  expect(began.frame.inputs('GET_SOCIAL_REDIRECT_URI')).toEqual([{ provider: 'github', returnTo }])
  expect(began.storage.values.get('@appkit/social_provider')).toBe('github')

  const href = `${returnTo}&result_uri=${encodeURIComponent('https://wallet.site.example/social#flow=1')}`
  const replaceState = vi.fn()
  const globals = { history: { state: 'kept', replaceState } }
  const back = visit(social, { href, globals, storage: began.storage })
  await until(back.kit, (state) => connectedAccount(state, 'solana') !== undefined)
  expect(back.frame.inputs('CONNECT_SOCIAL')).toEqual([{ uri: 'https://wallet.site.example/social#flow=1' }])
  expect(replaceState).toHaveBeenCalledWith('kept', '', returnTo)
  expect(back.storage.values.get('@appkit/connected_social')).toBe('github')
  expect(back.storage.values.has('@appkit/social_provider')).toBe(false)
  // This page redirected no one: the parameters came from someone else's link.
  const lured = visit(social, { href, globals })
  await lured.kit.embedded!.ask('IS_CONNECTED', undefined)
  expect(lured.frame.names()).not.toContain('CONNECT_SOCIAL')
})

test('offers the configured providers, except those that Telegram blocks', async () => {
  const features = [{ id: 'embedded_login', isEnabled: true, config: ['x', 'google', 'farcaster', 'myspace'] }]
  const { signal } = new AbortController()
  expect(await socialsQuery(visit({}, { body: { features } }).kit).queryFn({ signal })).toEqual([
    'google',
    'x',
    'farcaster',
  ])
  const off = { features: [{ ...features[0], isEnabled: false }] }
  expect(await socialsQuery(visit({}, { body: off }).kit).queryFn({ signal })).toEqual([])

  const device = { mobile: true, ios: false, android: false, telegram: true, iframe: false }
  const lets = (over: object, agent = '') =>
    socialProviders.filter((each) => !isProviderSupported({ ...device, ...over }, each, agent))
  expect(lets({ telegram: false, ios: true })).toEqual([])
  expect(lets({ ios: true })).toEqual(['google'])
  expect(lets({ android: true })).toEqual(['facebook', 'x'])
  expect(lets({ mobile: false }, 'Mozilla/5.0 (Macintosh)')).toEqual(['x'])
  expect(lets({ mobile: false }, 'Mozilla/5.0 (Macintosh) Safari/605')).toEqual([])
})
