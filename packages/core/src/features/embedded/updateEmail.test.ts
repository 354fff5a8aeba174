import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { currentView } from '../modal/modal.ts'
import { openModal } from '../modal/openModal.ts'
import { chooseAccountType } from './chooseAccountType.ts'
import { updateEmail } from './updateEmail.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
function visit(over: Partial<FrameHandlers>) {
  const frame = fixtureFrame({ IS_CONNECTED: async () => ({ isConnected: true }), ...over })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example' })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  const tracked: string[] = []
  scene.kit.store.onEvent((...args) => {
    const event = trackedEventOf(...args)?.event
    if (event) tracked.push(event)
  })
  return { ...scene, frame, tracked, view: () => currentView(scene.kit.store.get().modal) }
}
async function loggedIn(over: Partial<FrameHandlers>) {
  const scene = visit(over)
  scene.kit.store.send({ type: 'embedded/loggedIn', by: 'email' })
  await until(scene.kit, (state) => connectedAccount(state, 'solana') !== undefined)
  return scene
}

const userOn = (chainId: string | number = 1) => ({
  address: fixtureAddresses[String(chainId).startsWith('solana') ? 'solana' : 'eip155'],
  chainId,
})

const changing = { email: 'bea@site.example', redirect: 'AccountSettings' } as const

test('leaves confirmation and codes to the frame, and updates the e-mail of every account', async () => {
  let mail = 'ann@site.example'
  const { kit, frame, view, storage, tracked } = await loggedIn({
    GET_USER: async (input) => ({ ...userOn(input?.chainId), email: mail }),
    UPDATE_EMAIL: async ({ email }) => {
      mail = email
      return { action: 'CHANGED' }
    },
  })
  openModal(kit, { view: { name: 'UpdateEmailWallet', redirect: 'AccountSettings' } })
  await updateEmail(kit, changing)
  expect(view()).toEqual({ name: 'AccountSettings' })
  expect(storage.values.get('@appkit-wallet/EMAIL')).toBe('bea@site.example')
  const shown = () => connectedAccount(kit.store.get(), 'eip155')?.accounts[0].embedded?.user.email
  await expect.poll(shown).toBe('bea@site.example')
  expect(frame.names().filter((name) => /_OTP$/.test(name))).toEqual([])
  expect(tracked).toContain('EMAIL_EDIT')
})

test('stays in place when the person goes back, closes the frame, or is rejected', async () => {
  let answer = new KitError('user_rejected')
  const { kit, frame, view } = await loggedIn({ UPDATE_EMAIL: () => Promise.reject(answer) })
  openModal(kit, { view: { name: 'UpdateEmailWallet', redirect: 'AccountSettings' } })
  const here = view()
  await updateEmail(kit, changing)
  expect(kit.store.get().embedded).toMatchObject({ phase: 'idle' })
  expect(kit.store.get().embedded?.trouble).toBe(undefined)
  answer = new KitError('unavailable')
  await updateEmail(kit, changing)
  expect(kit.store.get().embedded).toMatchObject({ phase: 'idle', trouble: { code: 'unavailable' } })
  await updateEmail(kit, { email: 'bea' })
  expect(kit.store.get().embedded?.trouble).toMatchObject({ code: 'invalid_input' })
  expect(frame.inputs('UPDATE_EMAIL')).toHaveLength(2)
  expect(view()).toEqual(here)
})

test('cancels the change when the frame is closed', async () => {
  let isAborted = false
  const { kit, frame } = await loggedIn({
    UPDATE_EMAIL: (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isAborted = true
          reject(new KitError('aborted'))
        }),
      ),
  })
  openModal(kit, { view: { name: 'UpdateEmailWallet' } })
  void updateEmail(kit, changing)
  await expect.poll(frame.names).toContain('UPDATE_EMAIL')
  frame.dismiss()
  await expect.poll(() => isAborted).toBe(true)
  expect(kit.store.get().embedded).toMatchObject({ phase: 'idle' })
})

test('switches to the other account type', async () => {
  const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const { kit, frame, tracked } = await loggedIn({
    GET_USER: async (input) => {
      if (String(input?.chainId).startsWith('solana')) return userOn(input?.chainId)
      const type = input?.preferredAccountType ?? 'eoa'
      return {
        address: type === 'eoa' ? fixtureAddresses.eip155 : smart,
        chainId: 1,
        preferredAccountType: type,
        accounts: [
          { address: fixtureAddresses.eip155, type: 'eoa' },
          { address: smart, type: 'smartAccount' },
        ],
      }
    },
    SET_PREFERRED_ACCOUNT: async ({ type }) => ({ type, address: smart }),
  })
  await chooseAccountType(kit, { namespace: 'eip155', type: 'smartAccount' })
  await until(kit, (state) => connectedAccount(state, 'eip155')?.type === 'smartAccount')
  expect(connectedAccount(kit.store.get(), 'eip155')).toMatchObject({ address: smart })
  expect(connectedAccount(kit.store.get(), 'solana')?.address).toBe(fixtureAddresses.solana)
  expect(frame.inputs('SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'smartAccount' }])
  expect(tracked).toContain('SET_PREFERRED_ACCOUNT_TYPE')
})
