import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { fakeHttp } from '@billfold/core/ports/fakeHttp'
import { fakePage } from '@billfold/core/ports/fakePage'
import { startEmbedded } from '@billfold/core/reactions/startEmbedded'
import { fixtureAddresses, fixtureFrame } from '@billfold/core/test/embedded/fixtureFrame'
import { sessionOf } from '@billfold/core/test/puppetConnector'
import { setUpKit, until } from '@billfold/core/test/setUpKit'
import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, it, vi } from 'vitest'
import { readHook } from '../../test/readHook.tsx'
import { useAppKitEmailLogin } from './useAppKitEmailLogin.ts'
import { useAppKitFarcasterLogin } from './useAppKitFarcasterLogin.ts'
import { useAppKitPasskeyLogin } from './useAppKitPasskeyLogin.ts'
import { useAppKitSocialLogin } from './useAppKitSocialLogin.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const walletUrl = 'https://wallet.site.example'
const link = 'https://farcaster.example/~/siwf?channelToken=1'
const untilAborted = (_: unknown, signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted'))))
const refuse = (code: 'sources_unavailable' | 'user_rejected' | 'internal') => () => Promise.reject(new KitError(code))

/** A page with logins and no dialog. */
function visit(over: Partial<FrameHandlers> = {}, { mobile = false } = {}) {
  const frame = fixtureFrame({
    IS_CONNECTED: async () => ({ isConnected: true }),
    GET_SOCIAL_REDIRECT_URI: async () => ({ uri: 'https://accounts.example/authorize' }),
    CONNECT_SOCIAL: async () => ({ address: fixtureAddresses.eip155, chainId: 1, userName: 'ann' }),
    GET_FARCASTER_URI: async () => ({ url: link }),
    CONNECT_FARCASTER: untilAborted,
    CONNECT_PASSKEY: untilAborted,
    RELOAD: async () => undefined,
    ...over,
  })
  const config = ['google', 'github', 'farcaster']
  const body = { features: [{ id: 'embedded_login', isEnabled: true, config }] }
  const scene = setUpKit({
    walletUrl,
    features: { socials: ['github', 'google', 'apple', 'farcaster'] },
    page: fakePage({ device: { mobile } }),
    http: fakeHttp(() => ({ body })),
  })
  const { kit } = scene
  kits.push(kit)
  startEmbedded(kit, frame.open)
  return {
    ...scene,
    frame,
    email: () => readHook(kit, useAppKitEmailLogin),
    social: () => readHook(kit, useAppKitSocialLogin),
    passkey: () => readHook(kit, useAppKitPasskeyLogin),
    farcaster: () => readHook(kit, useAppKitFarcasterLogin),
  }
}
/** The window that a click opens, which a test can close; null for a browser that blocks it. */
function openWindow(isBlocked = false) {
  const popup = { closed: false, location: { href: '' }, close: () => void Object.assign(popup, { closed: true }) }
  const open = vi.fn(() => (isBlocked ? null : popup))
  vi.stubGlobal('window', { open })
  return { popup, open }
}
const messageEvent = (data: unknown, more: object) => Object.assign(new Event('message'), { data, ...more })

it('opens the window in the click itself, reports progress, and connects without the dialog', async () => {
  const scene = visit()
  const { popup, open } = openWindow()
  const done = scene.social().logIn('google')
  expect(open).toHaveBeenCalledTimes(1)
  await expect.poll(() => popup.location.href).toBe('https://accounts.example/authorize')
  expect(scene.social()).toMatchObject({ step: 'window', provider: 'google', error: undefined, isCancelled: false })
  // The other ways have nothing to say about it.
  expect([scene.email().step, scene.farcaster().step]).toEqual(['idle', 'idle'])
  scene.page.page.events.dispatchEvent(messageEvent({ resultUri: 'r' }, { source: popup, origin: walletUrl }))
  await done
  const state = await until(scene.kit, (now) => connectedAccount(now, 'eip155') !== undefined)
  expect(state.modal.open).toBe(false)
  expect(popup.closed).toBe(true)
  // The provider's response went to the wallet's page and is in no hook.
  expect(JSON.stringify(scene.social())).not.toContain('resultUri')
  expect(scene.social()).toMatchObject({ step: 'idle', provider: undefined, isCancelled: false })
})

it('offers what the site names and the API has, Farcaster apart', async () => {
  const scene = visit()
  expect(scene.social().isLoading).toBe(true)
  const { socialsQuery } = await import('@billfold/core/features/embedded/socialsQuery')
  const { queriesOf } = await import('@billfold/core/queries/queriesOf')
  await queriesOf(scene.kit).fetchQuery(socialsQuery(scene.kit))
  expect(scene.social().providers).toEqual([
    { id: 'github', name: 'GitHub' },
    { id: 'google', name: 'Google' },
  ])
  expect(scene.farcaster()).toMatchObject({ canLogIn: true, isLoading: false })
})

it('offers none if `socials` is not a list', () => {
  const scene = visit()
  scene.kit.store.send({ type: 'options/featuresChanged', features: { socials: true as never } })
  expect([scene.social().canLogIn, scene.farcaster().canLogIn]).toEqual([false, false])
})

it('offers to leave the page if the browser blocks the window, and returns without the dialog', async () => {
  const scene = visit()
  openWindow(true)
  await scene.social().logIn('google')
  expect(scene.social()).toMatchObject({ step: 'idle', error: 'window_blocked', next: 'leave', isCancelled: false })
  // Nothing of it beside the e-mail.
  expect(scene.email()).toMatchObject({ error: undefined, next: undefined })
  void scene.social().leave('google')
  await expect.poll(() => scene.page.opened.length).toBe(1)

  const href = `https://site.example/?result_uri=${encodeURIComponent(`${walletUrl}/social#flow=1`)}`
  const history = { state: null, replaceState: vi.fn() }
  const back = setUpKit({ walletUrl, page: fakePage({ href, globals: { history } }), storage: scene.storage })
  kits.push(back.kit)
  const opened: string[] = []
  back.kit.store.onEvent(({ type }) => void opened.push(type))
  startEmbedded(back.kit, scene.frame.open)
  await until(back.kit, (now) => connectedAccount(now, 'eip155') !== undefined)
  expect(opened).not.toContain('modal/opened')
  expect(scene.storage.values.has('@billfold/social_without_dialog')).toBe(false)
})

it.each([
  ['a window that is closed', {}],
  ['a no at the provider', { CONNECT_SOCIAL: refuse('user_rejected') }],
])('ends without an error after %s', async (_, over) => {
  const scene = visit(over)
  const { popup } = openWindow()
  const done = scene.social().logIn('github')
  await expect.poll(() => popup.location.href).not.toBe('')
  if ('CONNECT_SOCIAL' in over)
    scene.page.page.events.dispatchEvent(messageEvent({ resultUri: 'r' }, { source: popup, origin: walletUrl }))
  else {
    popup.close()
    scene.clock.advance(2_000)
    scene.clock.advance(2_000)
  }
  await done
  expect(scene.social()).toMatchObject({ step: 'idle', provider: 'github', error: undefined, isCancelled: true })
})

it('closes the window when it is canceled', async () => {
  const scene = visit()
  const { popup } = openWindow()
  const done = scene.social().logIn('github')
  await expect.poll(() => popup.location.href).not.toBe('')
  scene.social().cancel()
  await done
  expect(popup.closed).toBe(true)
  expect(scene.social()).toMatchObject({ step: 'idle', isCancelled: true })
})

it('returns the next step after an error', async () => {
  const scene = visit({ GET_SOCIAL_REDIRECT_URI: refuse('sources_unavailable') })
  openWindow()
  await scene.social().logIn('github')
  expect(scene.social()).toMatchObject({ error: 'sources_unavailable', next: 'other' })
  const busy = visit({
    CONNECT_PASSKEY: () => Promise.reject(new KitError('too_many_requests', { cause: { retryAfter: 90 } })),
  })
  await busy.passkey().logIn()
  expect(busy.passkey()).toMatchObject({ next: 'wait', againAt: busy.clock.now() + 90_000 })
  const broken = visit({ CONNECT_PASSKEY: refuse('internal') })
  await broken.passkey().logIn()
  expect(broken.passkey()).toMatchObject({ error: 'internal', next: 'retry', isCancelled: false })
})

it('logs in by a passkey in the wallet’s own window, and can be canceled', async () => {
  const scene = visit()
  const done = scene.passkey().logIn()
  await expect.poll(scene.frame.names).toContain('CONNECT_PASSKEY')
  expect(scene.passkey().step).toBe('device')
  // The e-mail's form is not the one that waits.
  expect(scene.email().step).toBe('idle')
  scene.passkey().cancel()
  await done
  expect(scene.passkey()).toMatchObject({ step: 'idle', error: undefined, isCancelled: true })
  const other = visit({ CONNECT_PASSKEY: async () => ({ email: null, address: fixtureAddresses.eip155, chainId: 1 }) })
  await other.passkey().logIn()
  await until(other.kit, (now) => connectedAccount(now, 'eip155') !== undefined)
})

it('reports that the visitor closed the wallet’s window, which is not an error', async () => {
  const scene = visit()
  const done = scene.passkey().logIn()
  await expect.poll(scene.frame.names).toContain('CONNECT_PASSKEY')
  scene.frame.dismiss()
  await done
  expect(scene.passkey()).toMatchObject({ step: 'idle', error: undefined, isCancelled: true })
})

it('shows Farcaster’s link and its code, and cancels it for good', async () => {
  const scene = visit()
  const done = scene.farcaster().logIn()
  await expect.poll(() => scene.farcaster().step).toBe('link')
  expect(scene.farcaster()).toMatchObject({ link, code: { size: expect.any(Number) } })
  scene.farcaster().cancel()
  await done
  expect(scene.farcaster()).toMatchObject({ step: 'idle', link: undefined, isCancelled: true })
  expect(scene.kit.store.get().embedded?.link).toBe(undefined)
  await expect.poll(scene.frame.names).toContain('RELOAD')
})

it('keeps the reason of a failed Farcaster login for the page', async () => {
  const scene = visit({ GET_FARCASTER_URI: refuse('sources_unavailable') })
  await scene.farcaster().logIn()
  expect(scene.farcaster()).toMatchObject({ step: 'idle', error: 'sources_unavailable', next: 'other' })
  expect(scene.social().error).toBe(undefined)
  expect(scene.kit.store.get().notice.phase).toBe('hidden')
})

it('forgets how a login ended once another wallet is connected', async () => {
  const scene = visit({ CONNECT_PASSKEY: refuse('internal') })
  await scene.passkey().logIn()
  expect(scene.passkey().error).toBe('internal')
  const session = sessionOf(fixtureAddresses.eip155)
  scene.kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.other',
    how: 'user',
    ...session,
  })
  expect(scene.passkey()).toMatchObject({ error: undefined, isCancelled: false })
})

it('leaves the page on a phone', async () => {
  const scene = visit({}, { mobile: true })
  const { open } = openWindow()
  void scene.social().logIn('google')
  await expect.poll(() => scene.page.opened.length).toBe(1)
  expect(open).not.toHaveBeenCalled()
})
