import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { closeModal } from '../modal/closeModal.ts'
import { openModal } from '../modal/openModal.ts'
import { connectPasskey } from './connectPasskey.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const address = fixtureAddresses.eip155
function visit(CONNECT_PASSKEY: FrameHandlers['CONNECT_PASSKEY']) {
  const frame = fixtureFrame({
    IS_CONNECTED: async () => ({ isConnected: true }),
    GET_USER: async (input) => ({ email: null, address, chainId: input?.chainId ?? 1 }),
    CONNECT_PASSKEY,
  })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example' })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  openModal(scene.kit)
  return { ...scene, frame, login: () => scene.kit.store.get().embedded }
}
const untilAborted: FrameHandlers['CONNECT_PASSKEY'] = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted'))))

test('logs in with a passkey alone, and stores the method on the account', async () => {
  const { kit, frame, storage } = visit(async () => ({ email: null, address, chainId: 1 }))
  const tracked: unknown[] = []
  kit.store.onEvent((...args) => args[0].type === 'embedded/loggedIn' && tracked.push(trackedEventOf(...args)))
  expect(frame.names()).toEqual([])
  await connectPasskey(kit)
  const state = await until(kit, (now) => connectedAccount(now, 'eip155') !== undefined)
  const [account] = connectedAccount(state, 'eip155')!.accounts
  expect(account.embedded).toMatchObject({ user: {}, authProvider: 'passkey' })
  expect(storage.values.get('@appkit/connected_social')).toBe('passkey')
  expect(tracked).toEqual([{ event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider: 'passkey' } }])
})

test('changes nothing when the person closes the frame’s screen', async () => {
  const { kit, login } = visit(() => Promise.reject(new KitError('user_rejected')))
  await connectPasskey(kit)
  expect(login()).toEqual({ phase: 'idle', wrong: 0, by: 'passkey' })
})

test('reports the error, and how long to wait', async () => {
  const { kit, login, clock } = visit(() =>
    Promise.reject(new KitError('too_many_requests', { cause: { retryAfter: 90 } })),
  )
  await connectPasskey(kit)
  expect(login()).toMatchObject({ phase: 'idle', trouble: { againAt: clock.now() + 90_000 } })
})

test.each([
  ['the frame’s window', ({ frame }: ReturnType<typeof visit>) => frame.dismiss()],
  ['the dialog', ({ kit }: ReturnType<typeof visit>) => closeModal(kit)],
])('cancels when %s is closed', async (_, close) => {
  const scene = visit(untilAborted)
  const connecting = connectPasskey(scene.kit)
  expect(scene.login()?.phase).toBe('device')
  await expect.poll(scene.frame.names).toContain('CONNECT_PASSKEY')
  close(scene)
  await connecting
  expect(scene.login()?.phase).toBe('idle')
  expect(connectedAccount(scene.kit.store.get(), 'eip155')).toBe(undefined)
})
