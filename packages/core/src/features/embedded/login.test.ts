import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { embeddedId } from '../../model/connector.ts'
import { fakeClock } from '../../ports/fakeClock.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { disconnect } from '../connect/disconnect.ts'
import { currentView } from '../modal/modal.ts'
import { openModal } from '../modal/openModal.ts'
import { connectEmail } from './connectEmail.ts'
import { submitCode } from './submitCode.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

function visit(over: Partial<FrameHandlers> = {}, storage = fakeStorage()) {
  const frame = fixtureFrame(over)
  const clock = fakeClock()
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example', storage, clock })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  openModal(scene.kit)
  return { ...scene, frame, view: () => currentView(scene.kit.store.get().modal) }
}
const email = 'ann@site.example'
const isIn = (kit: Kit) => until(kit, (state) => connectedAccount(state, 'solana') !== undefined)

async function logIn(scene: ReturnType<typeof visit>) {
  await connectEmail(scene.kit, { email })
  await submitCode(scene.kit, { email, otp: '123456' })
  await isIn(scene.kit)
}

test('logs in by e-mail and code, in every family of the wallet', async () => {
  const scene = visit()
  const { kit, frame, storage } = scene
  expect(frame.names()).toEqual([])
  await connectEmail(kit, { email })
  expect(scene.view()).toEqual({ name: 'EmailVerifyOtp', email })
  expect(storage.values.get('@appkit-wallet/LAST_EMAIL_LOGIN_TIME')).toBe(String(scene.clock.now()))
  await submitCode(kit, { email, otp: '123456' })
  const state = await isIn(kit)
  expect(connectedAccount(state, 'eip155')).toMatchObject({
    connectorId: embeddedId,
    address: fixtureAddresses.eip155,
    networkId: 'eip155:1',
  })
  expect(connectedAccount(state, 'solana')).toMatchObject({
    address: fixtureAddresses.solana,
    networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  })
  expect(state.network.activeNamespace).toBe('eip155')
  expect(state.modal.open).toBe(false)
  expect(connectedAccount(state, 'eip155')?.accounts[0].embedded).toEqual({
    user: { email },
    accountType: 'eoa',
    authProvider: 'email',
    isSmartAccountDeployed: false,
  })
  expect(storage.values.get('@appkit-wallet/LAST_USED_CHAIN_KEY')).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  expect(frame.inputs('SYNC_DAPP_DATA')).toMatchObject([{ projectId: 'test-project', metadata: { name: 'A site' } }])
  const kept = Object.fromEntries(storage.values)
  expect(kept).toMatchObject({
    '@appkit-wallet/EMAIL_LOGIN_USED_KEY': 'true',
    '@appkit-wallet/EMAIL': email,
    '@appkit/eip155:connected_connector_id': 'ID_AUTH',
  })
  expect(kept).not.toHaveProperty('@appkit-wallet/LAST_EMAIL_LOGIN_TIME')
  expect(kept).not.toHaveProperty('@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS')
})

test('lets a wrong code be corrected, and tells an expired one apart', async () => {
  let tries = 0
  const { kit, view } = visit({
    CONNECT_OTP: async () => {
      throw new KitError(tries++ === 0 ? 'sign_in_unproven' : 'not_found')
    },
  })
  await connectEmail(kit, { email })
  await submitCode(kit, { email, otp: '000000' })
  expect(kit.store.get().embedded).toMatchObject({ phase: 'code', wrong: 1, trouble: { code: 'sign_in_unproven' } })
  await submitCode(kit, { email, otp: '000001' })
  expect(kit.store.get().embedded).toMatchObject({ phase: 'code', wrong: 2, trouble: { code: 'not_found' } })
  expect(view().name).toBe('EmailVerifyOtp')
})

test('tells the wait after too many codes from the 30 seconds between mails', async () => {
  const { kit, clock } = visit({
    CONNECT_EMAIL: () => Promise.reject(new KitError('too_many_requests', { cause: { retryAfter: '3600' } })),
  })
  await connectEmail(kit, { email })
  const { trouble } = kit.store.get().embedded ?? {}
  expect(trouble).toMatchObject({ code: 'too_many_requests', againAt: clock.now() + 3_600_000 })
  expect(trouble).not.toHaveProperty('isMailPause')
})

test('keeps 30 seconds between mails, by its own count and the server’s', async () => {
  let isBusy = true
  const { kit, clock, frame } = visit({
    CONNECT_EMAIL: async () => {
      if (isBusy) throw new KitError('too_many_requests', { cause: { retryAfter: '25' } })
      return { action: 'VERIFY_OTP' }
    },
  })
  await connectEmail(kit, { email })
  expect(kit.store.get().embedded?.trouble).toMatchObject({
    code: 'too_many_requests',
    againAt: clock.now() + 25_000,
    isMailPause: true,
  })
  isBusy = false
  await connectEmail(kit, { email })
  expect(kit.store.get().embedded).toMatchObject({ phase: 'code', mail: { email, againAt: clock.now() + 30_000 } })
  const before = frame.names().length
  clock.advance(10_000)
  await connectEmail(kit, { email, again: true })
  expect(kit.store.get().embedded).toMatchObject({
    phase: 'code',
    trouble: { message: 'Please try again after 20 seconds' },
  })
  expect(frame.names()).toHaveLength(before)
  clock.advance(20_000)
  await connectEmail(kit, { email, again: true })
  expect(kit.store.get().embedded?.trouble).toBeUndefined()
  expect(frame.names().slice(before)).toEqual(['CONNECT_EMAIL'])
})

test('mails nothing to an invalid address', async () => {
  const { kit, frame } = visit()
  await connectEmail(kit, { email: 'not one' })
  expect(kit.store.get().embedded?.trouble).toMatchObject({ code: 'invalid_input', message: 'Invalid email' })
  expect(frame.names()).toEqual([])
})

test('logs in without a code when the frame connects at once', async () => {
  const { kit, frame } = visit({
    CONNECT_EMAIL: async () => ({ action: 'CONNECT' }),
    IS_CONNECTED: async () => ({ isConnected: true }),
  })
  await connectEmail(kit, { email })
  expect(connectedAccount(await isIn(kit), 'eip155')?.address).toBe(fixtureAddresses.eip155)
  expect(frame.names()).not.toContain('CONNECT_OTP')
})

test('requests the code after the device when the frame wants the device first', async () => {
  const device = Promise.withResolvers<undefined>()
  const { kit, view } = visit({
    CONNECT_EMAIL: async () => ({ action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: () => device.promise,
  })
  await connectEmail(kit, { email })
  expect(view()).toEqual({ name: 'EmailVerifyDevice', email })
  device.resolve(undefined)
  await until(kit, ({ embedded }) => embedded?.phase === 'code')
  expect(view()).toEqual({ name: 'EmailVerifyOtp', email })
})

test('waits for the link on an unknown device, and tells the frame when the visitor leaves', async () => {
  const device = Promise.withResolvers<undefined>()
  const over: Partial<FrameHandlers> = {
    CONNECT_OTP: async () => ({ action: 'VERIFY_DEVICE' }),
    CONNECT_DEVICE: () => device.promise,
    IS_CONNECTED: async () => ({ isConnected: true }),
  }
  const scene = visit(over)
  await connectEmail(scene.kit, { email })
  void submitCode(scene.kit, { email, otp: '123456' })
  await until(scene.kit, (state) => state.embedded?.phase === 'device')
  expect(scene.view()).toEqual({ name: 'EmailVerifyDevice', email, isProven: true })
  device.resolve(undefined)
  await isIn(scene.kit)

  let isAborted = false
  const other = visit({
    ...over,
    CONNECT_DEVICE: (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isAborted = true
          reject(new KitError('aborted'))
        }),
      ),
  })
  await connectEmail(other.kit, { email })
  void submitCode(other.kit, { email, otp: '123456' })
  await expect.poll(other.frame.names).toContain('CONNECT_DEVICE')
  other.kit.store.send({ type: 'modal/wentBack' })
  expect(other.kit.store.get().embedded?.phase).toBe('idle')
  await expect.poll(() => isAborted).toBe(true)
})

test('restores a login after a reload, and makes no request without one', async () => {
  const scene = visit()
  await logIn(scene)
  const again = visit({ IS_CONNECTED: async () => ({ isConnected: true }) }, scene.storage)
  const state = await isIn(again.kit)
  expect(connectedAccount(state, 'eip155')?.address).toBe(fixtureAddresses.eip155)
  expect(again.frame.names()).not.toContain('CONNECT_EMAIL')

  const gone = visit({ IS_CONNECTED: async () => ({ isConnected: false }) }, scene.storage)
  await until(gone.kit, ({ account }) => account.eip155.status === 'disconnected')
  await expect.poll(() => scene.storage.values.has('@appkit-wallet/EMAIL_LOGIN_USED_KEY')).toBe(false)
  const nobody = visit({}, scene.storage)
  await until(nobody.kit, ({ account }) => account.eip155.status === 'disconnected')
  expect(nobody.frame.names()).toEqual([])
})

test('keeps the login if the frame cannot tell whether it is valid', async () => {
  const scene = visit()
  await logIn(scene)
  const away = visit({ IS_CONNECTED: () => Promise.reject(new KitError('unavailable')) }, scene.storage)
  await until(away.kit, ({ account }) => account.eip155.status === 'disconnected')
  expect(scene.storage.values.get('@appkit-wallet/EMAIL_LOGIN_USED_KEY')).toBe('true')
  expect(scene.storage.values.get('@appkit-wallet/EMAIL')).toBe(email)
})

test('signs out once for all families, and clears the identity', async () => {
  const scene = visit()
  await logIn(scene)
  await disconnect(scene.kit, { namespace: 'eip155' })
  const { account } = scene.kit.store.get()
  expect([account.eip155.status, account.solana.status]).toEqual(['disconnected', 'disconnected'])
  expect(scene.frame.names().filter((name) => name === 'SIGN_OUT')).toHaveLength(1)
  expect([...scene.storage.values.keys()].filter((key) => /EMAIL|SOCIAL|CHAIN_KEY/.test(key))).toEqual([])
})
