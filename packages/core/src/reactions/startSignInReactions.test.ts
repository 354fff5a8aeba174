import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import { fixtureFrame } from '../../test/embedded/fixtureFrame.ts'
import { scriptedSiwx, second, setUpSignIn, signer } from '../../test/setUpSignIn.ts'
import { trackedEventOf } from '../features/analytics/trackedEventOf.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { push, replace } from '../features/modal/navigate.ts'
import { openModal } from '../features/modal/openModal.ts'
import { DefaultSIWX } from '../features/signin/DefaultSIWX.ts'
import type { Kit } from '../kit.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { startEmbedded } from './startEmbedded.ts'

const walletUrl = 'https://wallet.site.example'

test('prompts after connecting, without closing in between, and closes once signed in', async () => {
  const { siwx, kept } = scriptedSiwx()
  const { kit, connect, reach, view, sign } = setUpSignIn(siwx)
  const events: string[] = []
  const wasOpen: boolean[] = []
  kit.store.onEvent((event, after, before) => {
    const tracked = trackedEventOf(event, after, before)
    if (tracked?.event.includes('SIWX')) events.push(JSON.stringify(tracked))
    wasOpen.push(after.modal.open)
  })
  await connect()
  await reach('asked')
  expect(view()).toBe('SIWXSignMessage')
  expect(wasOpen.slice(wasOpen.indexOf(true))).not.toContain(false)
  sign()
  await reach('signedIn')
  expect(kit.store.get().modal.open).toBe(false)
  expect(kept()).toMatchObject([{ data: { accountAddress: signer.address, chainId: 'eip155:1' } }])
  expect(kept()[0]!.message).toMatch(/^site\.example wants you to sign in with your Ethereum account:\n0x/)
  const place = '"properties":{"isSmartAccount":false,"network":"eip155:1"}}'
  expect(events).toEqual([`{"event":"CLICK_SIGN_SIWX_MESSAGE",${place}`, `{"event":"SIWX_AUTH_SUCCESS",${place}`])
})

test('shakes on closing a required sign-in, and disconnects on cancelling it', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, clock, connect, reach, view, cancel } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  closeModal(kit)
  expect(kit.store.get().modal).toMatchObject({ open: true, shake: true })
  expect(view()).toBe('SIWXSignMessage')
  clock.advance(500)
  expect(kit.store.get().modal.shake).toBe(false)
  cancel()
  await reach('idle')
  expect(kit.store.get().account.eip155.status).toBe('disconnected')
  expect(kit.store.get().modal.open).toBe(false)
  expect(siwx.setSessions).toHaveBeenCalledWith([])
})

test('keeps the connection on cancelling an optional sign-in, even over a reload, and prompts on the next connect', async () => {
  const { siwx } = scriptedSiwx({ getRequired: () => false })
  const first = setUpSignIn(siwx)
  await first.connect()
  await first.reach('asked')
  first.cancel()
  await first.reach('skipped')
  expect(first.kit.store.get().account.eip155.status).toBe('connected')
  expect(first.kit.store.get().modal.open).toBe(false)
  const { storage } = first

  const { kit, reach, puppet, connect } = setUpSignIn(siwx, { storage })
  await vi.waitFor(() => puppet.connectRequests[0] ?? Promise.reject(new Error('not asked')))
  puppet.connectRequests[0]!.resolve({
    accounts: [{ address: signer.address, type: 'eoa' }],
    networkId: 'eip155:1',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  await reach('skipped')
  expect(kit.store.get().modal.open).toBe(false)
  await connect()
  await reach('asked')
})

test('treats closing an optional sign-in as declining', async () => {
  const { siwx } = scriptedSiwx({ getRequired: () => false })
  const { kit, connect, reach } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  closeModal(kit)
  await reach('skipped')
  expect(kit.store.get().modal).toMatchObject({ open: false, shake: false })
  openModal(kit, { view: { name: 'SIWXSignMessage' } })
  expect(kit.store.get().modal.history).toEqual([{ name: 'SIWXSignMessage' }])
})

test('shows an error after a wallet rejection, and signs in on retry', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign, wallet, view } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  wallet.refuses = true
  sign()
  await reach('signing')
  await reach('asked')
  expect(kit.store.get().signIn).toMatchObject({ trouble: 'declined' })
  expect(view()).toBe('SIWXSignMessage')
  expect(siwx.addSession).not.toHaveBeenCalled()
  wallet.refuses = false
  sign()
  await reach('signedIn')
})

test.each([
  ['open', (kit: Kit) => openModal(kit, { view: { name: 'Networks' } })],
  ['push', (kit: Kit) => push(kit, { name: 'Networks' })],
  ['replace', (kit: Kit) => replace(kit, { name: 'Account' })],
] as const)('keeps a required sign-in in an embedded card after %s', async (_, leave) => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, view, sign } = setUpSignIn(siwx, { enableEmbedded: true })
  await connect()
  await reach('asked')
  leave(kit)
  expect(view()).toBe('SIWXSignMessage')
  sign()
  await reach('signedIn')
  leave(kit)
  expect(view()).not.toBe('SIWXSignMessage')
})

test('prompts a pending required sign-in again after an approval is cancelled', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, view } = setUpSignIn(siwx, { enableEmbedded: true, walletUrl })
  startEmbedded(kit, fixtureFrame().open)
  await connect()
  await reach('asked')
  push(kit, { name: 'ApproveTransaction' })
  expect(view()).toBe('ApproveTransaction')
  kit.store.send({ type: 'embedded/dismissed' })
  expect(view()).toBe('SIWXSignMessage')
})

test.each([true, false])('returns to the view before a cancelled approval, in a card: %s', async (enableEmbedded) => {
  const { siwx } = scriptedSiwx({ getRequired: () => false } as never)
  const { kit, connect, reach, view } = setUpSignIn(siwx, { enableEmbedded, walletUrl })
  startEmbedded(kit, fixtureFrame().open)
  await connect()
  await reach('asked')
  openModal(kit, { view: { name: 'Account' } })
  push(kit, { name: 'Networks' })
  push(kit, { name: 'ApproveTransaction' })
  kit.store.send({ type: 'embedded/dismissed' })
  expect([view(), kit.store.get().modal.open]).toEqual(['Networks', true])
})

test('reports a signature by another key as invalid, not as a wallet that cannot sign', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, wallet, puppet, connect, reach, sign } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  const { accounts } = puppet.connector
  puppet.connector.accounts = async () => [{ address: signer.address, type: 'eoa' }]
  wallet.uses = second
  sign()
  await vi.waitFor(() => expect(kit.store.get().signIn).toMatchObject({ phase: 'asked', trouble: 'invalid' }))
  expect(siwx.addSession).not.toHaveBeenCalled()
  puppet.connector.accounts = accounts
})

test.each([
  [
    'the server is away when the message is made',
    { createMessage: () => Promise.reject(new KitError('unavailable')) },
    'unavailable',
  ],
  [
    'the server is away when it is to verify',
    { addSession: () => Promise.reject(new KitError('timeout')) },
    'unavailable',
  ],
  ['the site refuses it', { addSession: () => Promise.reject(new Error('The signature is not valid')) }, 'refused'],
] as const)('%s', async (_, over, trouble) => {
  const { siwx } = scriptedSiwx(over)
  const { kit, connect, reach, sign, view } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  sign()
  await vi.waitFor(() => expect(kit.store.get().signIn).toMatchObject({ phase: 'asked', trouble }))
  expect(view()).toBe('SIWXSignMessage')
  expect(kit.store.get().account.eip155.status).toBe('connected')
})

test('reports an unknown sign-in status, and checks again on request', async () => {
  const { siwx } = scriptedSiwx()
  const ask = vi.mocked(siwx.getSessions)
  ask.mockRejectedValueOnce(new KitError('unavailable'))
  const { kit, connect, reach } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  expect(kit.store.get().signIn).toMatchObject({ trouble: 'unknown' })
  ask.mockResolvedValueOnce([{ data: {} as never, message: '', signature: '' }])
  kit.store.send({ type: 'signIn/retried' })
  await reach('signedIn')
  expect(kit.store.get().modal.open).toBe(false)
})

test('requires a sign-in for another network or account, but not on going back', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign, puppet, wallet } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  sign()
  await reach('signedIn')
  puppet.tell({ type: 'networkChanged', networkId: 'eip155:10' })
  await reach('asked')
  expect(kit.store.get().signIn?.account).toBe(`eip155:10:${signer.address}`)
  sign()
  await reach('signedIn')
  wallet.uses = second
  puppet.tell({ type: 'accountsChanged', accounts: [{ address: second.address, type: 'eoa' }] })
  await reach('asked')
  expect(kit.store.get().signIn?.account).toBe(`eip155:10:${second.address}`)
  sign()
  await reach('signedIn')
  // Both accounts are signed in: going back does not prompt.
  wallet.uses = signer
  puppet.tell({ type: 'accountsChanged', accounts: [{ address: signer.address, type: 'eoa' }] })
  await vi.waitFor(() =>
    expect(kit.store.get().signIn).toMatchObject({ phase: 'signedIn', account: `eip155:10:${signer.address}` }),
  )
  expect(kit.store.get().modal.open).toBe(false)
})

test('ignores a late signature after the account changed', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign, puppet, wallet } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  const held = Promise.withResolvers<void>()
  wallet.hold = held.promise
  sign()
  await reach('signing')
  puppet.tell({ type: 'accountsChanged', accounts: [{ address: second.address, type: 'eoa' }] })
  await vi.waitFor(() =>
    expect(kit.store.get().signIn).toMatchObject({ phase: 'asked', account: `eip155:1:${second.address}` }),
  )
  held.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(siwx.addSession).not.toHaveBeenCalled()
  expect(kit.store.get().signIn).toMatchObject({ phase: 'asked', account: `eip155:1:${second.address}` })
})

test('prompts again when a sign-in expires, even if a laptop slept through it', async () => {
  for (const sleeps of [false, true]) {
    let expirationTime = ''
    const { siwx, kept } = scriptedSiwx()
    const made = siwx.createMessage
    siwx.createMessage = async (input) => ({ ...(await made(input)), expirationTime })
    siwx.getSessions = async () => kept().filter(({ data }) => Date.parse(data.expirationTime ?? '') > clock.now())
    const { kit, clock, page, connect, reach, sign, view } = setUpSignIn(siwx)
    expirationTime = new Date(clock.now() + 3_600_000).toISOString()
    await connect()
    await reach('asked')
    sign()
    await reach('signedIn')
    if (sleeps) {
      clock.sleep(9_000_000)
      page.show()
    } else clock.advance(3_600_000)
    await reach('asked')
    expect(kit.store.get().signIn?.trouble).toBe('expired')
    expect(view()).toBe('SIWXSignMessage')
  }
})

test('delays an expired sign-in until a sending dialog closes', async () => {
  const { siwx, kept } = scriptedSiwx()
  const { kit, clock, connect, reach, sign, view } = setUpSignIn(siwx)
  const made = siwx.createMessage
  const expirationTime = new Date(clock.now() + 60_000).toISOString()
  siwx.createMessage = async (input) => ({ ...(await made(input)), expirationTime })
  siwx.getSessions = async () => kept().filter(({ data }) => Date.parse(data.expirationTime ?? '') > clock.now())
  await connect()
  await reach('asked')
  sign()
  await reach('signedIn')
  openModal(kit, { view: { name: 'WalletSend' } })
  clock.advance(60_000)
  await reach('asked')
  expect(view()).toBe('WalletSend')
  closeModal(kit)
  expect(kit.store.get().modal.open).toBe(true)
  expect(view()).toBe('SIWXSignMessage')
})

test('adopts another tab’s sign-in', async () => {
  const storage = fakeStorage()
  const here = setUpSignIn(new DefaultSIWX(), { storage })
  const there = setUpSignIn(new DefaultSIWX(), { storage })
  for (const tab of [here, there]) {
    await tab.connect()
    await tab.reach('asked')
  }
  there.sign()
  await there.reach('signedIn')
  await here.reach('signedIn')
  expect(here.kit.store.get().modal.open).toBe(false)
})

test('shows the embedded wallet’s prompt over the sign-in, which stays behind it', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign, view, wallet } = setUpSignIn(siwx, { walletUrl: 'https://wallet.site.example' })
  startEmbedded(kit, () => ({
    ask: () => new Promise<never>(() => undefined),
    raise: () => undefined,
    label: () => undefined,
    dispose: () => undefined,
  }))
  await connect()
  await reach('asked')
  const held = Promise.withResolvers<void>()
  wallet.hold = held.promise
  sign()
  await reach('signing')
  kit.store.send({ type: 'embedded/approvalAsked', method: 'personal_sign' })
  closeModal(kit)
  expect(view()).toBe('SIWXSignMessage')
  expect(kit.store.get().modal.open).toBe(true)
  kit.store.send({ type: 'embedded/approvalEnded' })
  expect(view()).toBe('SIWXSignMessage')
  held.resolve()
  await reach('signedIn')
  expect(kit.store.get().modal.open).toBe(false)
})

test('keeps a family signed in when another disconnects, and signs out with the last', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  sign()
  await reach('signedIn')
  kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'wallet' })
  expect(siwx.setSessions).toHaveBeenCalledWith([])
  expect(kit.store.get().signIn?.phase).toBe('idle')
})

test('does not prompt on a site without sign-in', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  kit.store.send({ type: 'options/changed', options: { siwx: undefined as never } })
  expect(kit.store.get().signIn?.phase).toBe('idle')
  expect(kit.store.get().modal.open).toBe(false)
})

test('requires no sign-in on a network that the site does not have', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, phase, puppet, reach, view } = setUpSignIn(siwx)
  await connect('eip155:77' as never)
  expect([phase(), view()]).toEqual(['idle', 'UnsupportedChain'])
  expect(siwx.getSessions).not.toHaveBeenCalled()
  puppet.tell({ type: 'networkChanged', networkId: 'eip155:10' })
  await reach('asked')
  expect(kit.store.get().signIn?.account).toBe(`eip155:10:${signer.address}`)
})

test('keeps AppKit’s older ConnectingSiwe view until a required sign-in is answered', async () => {
  const { siwx } = scriptedSiwx()
  const { kit, connect, reach, sign, view } = setUpSignIn(siwx)
  await connect()
  await reach('asked')
  kit.store.send({ type: 'modal/replaced', view: { name: 'ConnectingSiwe' } })
  closeModal(kit)
  expect(kit.store.get().modal.open).toBe(true)
  expect(view()).toBe('ConnectingSiwe')
  sign()
  await reach('signedIn')
  expect(kit.store.get().modal.open).toBe(false)
})
