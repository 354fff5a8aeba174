import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, test } from 'vitest'
import { fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { closeModal } from '../modal/closeModal.ts'
import { currentView } from '../modal/modal.ts'
import { goBack } from '../modal/navigate.ts'
import { openModal } from '../modal/openModal.ts'
import { connectFarcaster } from './connectFarcaster.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A frame that creates a new link each time, and waits for approval by default. */
function visit(over: Partial<FrameHandlers> = {}) {
  let links = 0
  const frame = fixtureFrame({
    IS_CONNECTED: async () => ({ isConnected: true }),
    GET_FARCASTER_URI: async () => ({ url: `https://farcaster.example/~/siwf?channelToken=${++links}` }),
    CONNECT_FARCASTER: untilAborted,
    RELOAD: async () => undefined,
    ...over,
  })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example' })
  const { kit } = scene
  kits.push(kit)
  startEmbedded(kit, frame.open)
  const tracked: unknown[] = []
  kit.store.onEvent((...args) => {
    const event = trackedEventOf(...args)
    if (event?.event.startsWith('SOCIAL')) tracked.push(event)
  })
  openModal(kit)
  return {
    ...scene,
    frame,
    tracked,
    start: (isNew = false) => connectFarcaster(kit, { isNew, words: ({ code }) => `said: ${code}` }),
    login: () => kit.store.get().embedded,
    view: () => currentView(kit.store.get().modal).name,
    requestCount: (name: string) => frame.names().filter((each) => each === name).length,
  }
}
const untilAborted: FrameHandlers['CONNECT_FARCASTER'] = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted'))))
const offered = (scene: ReturnType<typeof visit>) => until(scene.kit, ({ embedded }) => embedded?.link !== undefined)
const linkOf = (at: number) => `https://farcaster.example/~/siwf?channelToken=${at}`

test('shows a link, and connects once it is approved', async () => {
  const approved = Promise.withResolvers<{ userName: string }>()
  const scene = visit({ CONNECT_FARCASTER: () => approved.promise })
  const { kit, storage, tracked } = scene
  const done = scene.start()
  expect([scene.view(), scene.login()?.phase]).toEqual(['ConnectingFarcaster', 'social'])
  await offered(scene)
  expect(scene.login()?.link).toBe(linkOf(1))
  approved.resolve({ userName: 'ann.eth' })
  await done
  const state = await until(kit, (now) => connectedAccount(now, 'solana') !== undefined)
  const [account] = connectedAccount(state, 'eip155')!.accounts
  expect(account.embedded).toMatchObject({ user: { username: 'ann.eth' }, authProvider: 'farcaster' })
  expect(storage.values.get('@appkit/connected_social')).toBe('farcaster')
  expect(storage.values.get('@appkit-wallet/SOCIAL_USERNAME')).toBe('ann.eth')
  const properties = { provider: 'farcaster' }
  expect(tracked).toEqual([
    { event: 'SOCIAL_LOGIN_STARTED', properties },
    { event: 'SOCIAL_LOGIN_REQUEST_USER_DATA', properties },
    { event: 'SOCIAL_LOGIN_SUCCESS', properties },
  ])
  // A used link is dropped.
  expect(scene.login()).toEqual({ phase: 'idle', wrong: 0 })
})

test('cancels the login, with a retry, when the wallet’s own prompt is closed', async () => {
  const scene = visit({
    CONNECT_FARCASTER: async () => ({ userName: 'ann', action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: untilAborted as FrameHandlers['CONNECT_DEVICE'],
  })
  const done = scene.start()
  await until(scene.kit, ({ embedded }) => embedded?.phase === 'device')
  await expect.poll(() => scene.requestCount('CONNECT_DEVICE')).toBe(1)
  scene.frame.dismiss()
  await done
  expect(scene.login()).toMatchObject({ phase: 'idle', trouble: { code: 'aborted' } })
  expect(scene.view()).toBe('ConnectingFarcaster')
})

test('drops the link on going back, and reloads the frame a moment later', async () => {
  const scene = visit()
  void scene.start()
  await expect.poll(() => scene.requestCount('CONNECT_FARCASTER')).toBe(1)
  goBack(scene.kit)
  expect([scene.view(), scene.login()?.phase]).toEqual(['Connect', 'idle'])
  scene.clock.advance(99)
  expect(scene.requestCount('RELOAD')).toBe(0)
  scene.clock.advance(1)
  expect(scene.login()?.link).toBe(undefined)
  expect(scene.requestCount('RELOAD')).toBe(1)
})

test('keeps the frame for a visitor who restarts within that moment', async () => {
  const scene = visit()
  void scene.start()
  await offered(scene)
  goBack(scene.kit)
  void scene.start()
  scene.clock.advance(1000)
  await expect.poll(() => scene.requestCount('CONNECT_FARCASTER')).toBeGreaterThan(0)
  expect(scene.requestCount('RELOAD')).toBe(0)
  expect(scene.view()).toBe('ConnectingFarcaster')
})

test('reuses a link after the dialog closed, but not after another login', async () => {
  const scene = visit()
  void scene.start()
  await expect.poll(() => scene.requestCount('CONNECT_FARCASTER')).toBe(1)
  closeModal(scene.kit)
  scene.clock.advance(1000)
  expect([scene.requestCount('RELOAD'), scene.login()?.link]).toEqual([0, linkOf(1)])
  openModal(scene.kit)
  void scene.start()
  await expect.poll(() => scene.requestCount('CONNECT_FARCASTER')).toBe(2)
  expect(scene.requestCount('GET_FARCASTER_URI')).toBe(1)
  scene.kit.store.send({ type: 'embedded/socialStarted', provider: 'google' })
  expect(scene.login()?.link).toBe(undefined)
})

test('renews a link that expires while shown, but not one that ends at once', async () => {
  const ends: ((e: KitError) => void)[] = []
  const scene = visit({ CONNECT_FARCASTER: () => new Promise((_, reject) => void ends.push(reject)) })
  const done = scene.start()
  await expect.poll(() => ends.length).toBe(1)
  scene.clock.advance(600_000)
  ends[0]!(new KitError('not_found'))
  await expect.poll(() => ends.length).toBe(2)
  expect(scene.login()).toMatchObject({ phase: 'social', link: linkOf(2) })
  expect(scene.view()).toBe('ConnectingFarcaster')
  ends[1]!(new KitError('not_found'))
  await done
  expect(scene.view()).toBe('Connect')
})

test('renews a stored link that the frame no longer knows', async () => {
  let tries = 0
  const scene = visit({
    CONNECT_FARCASTER: (...args) => (++tries === 2 ? Promise.reject(new KitError('not_found')) : untilAborted(...args)),
  })
  void scene.start()
  await expect.poll(() => tries).toBe(1)
  closeModal(scene.kit)
  openModal(scene.kit)
  void scene.start()
  await expect.poll(() => tries).toBe(3)
  expect(scene.login()?.link).toBe(linkOf(2))
})

test('issues a new link on request', async () => {
  const scene = visit()
  void scene.start()
  await expect.poll(() => scene.requestCount('CONNECT_FARCASTER')).toBe(1)
  void scene.start(true)
  await expect.poll(() => scene.login()?.link).toBe(linkOf(2))
  expect(scene.kit.store.get().modal.history.map(({ name }) => name)).toEqual(['Connect', 'ConnectingFarcaster'])
})

test.each([
  ['no link is had', { GET_FARCASTER_URI: () => Promise.reject(new KitError('sources_unavailable')) }],
  ['the approval is not accepted', { CONNECT_FARCASTER: () => Promise.reject(new KitError('sources_unavailable')) }],
] satisfies [string, Partial<FrameHandlers>][])('returns with a message when %s', async (_, over) => {
  const scene = visit(over)
  await scene.start()
  expect(scene.view()).toBe('Connect')
  expect(scene.kit.store.get().notice).toMatchObject({
    phase: 'shown',
    notice: { code: 'message', variant: 'error', params: { message: 'said: sources_unavailable' } },
  })
  expect(scene.tracked.at(-1)).toEqual({ event: 'SOCIAL_LOGIN_ERROR', properties: { provider: 'farcaster' } })
  // The e-mail form shows no error for it.
  expect(scene.login()).toMatchObject({ phase: 'idle' })
  expect(scene.login()?.trouble).toBe(undefined)
})

test('returns without a message after a rejection in Farcaster', async () => {
  const scene = visit({ CONNECT_FARCASTER: () => Promise.reject(new KitError('user_rejected')) })
  await scene.start()
  expect([scene.view(), scene.kit.store.get().notice.phase]).toEqual(['Connect', 'hidden'])
  expect(scene.tracked.at(-1)).toMatchObject({ event: 'SOCIAL_LOGIN_CANCELED' })
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'intent://x'])('opens no link to %s', async (url) => {
  const scene = visit({ GET_FARCASTER_URI: async () => ({ url }) })
  await scene.start()
  expect([scene.view(), scene.login()?.link]).toEqual(['Connect', undefined])
})
