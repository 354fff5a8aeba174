import { encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { frameVersion } from '@billfold/protocol/frame/frameMessages'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, solanaNetwork, until } from '../../../test/setUpKit.ts'
import { requestWallet } from '../../features/account/requestWallet.ts'
import { connectorKey } from '../../features/connect/remembered.ts'
import { closeModal } from '../../features/modal/closeModal.ts'
import { currentView } from '../../features/modal/modal.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'
import { setTheme } from '../../features/theme/setTheme.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'

const solana = `solana:${solanaNetwork.id}` as const
const me = fixtureAddresses.eip155
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A logged-in user, with a mocked frame. */
async function loggedIn(over: Partial<FrameHandlers> = {}) {
  const frame = fixtureFrame({ IS_CONNECTED: async () => ({ isConnected: true }), ...over })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example' })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  scene.kit.store.send({ type: 'embedded/loggedIn', by: 'email' })
  await until(scene.kit, (state) => connectedAccount(state, 'solana') !== undefined)
  return { ...scene, frame }
}
const sign = (kit: Kit) => requestWallet(kit, { method: 'personal_sign', params: ['0x6869', me] })
const untilAborted: FrameHandlers['RPC_REQUEST'] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted'))))

test('shows when the frame prompts its user, and closes on the response', async () => {
  const answer = Promise.withResolvers<string>()
  const { kit } = await loggedIn({ RPC_REQUEST: () => answer.promise })
  const signed = sign(kit)
  const state = await until(kit, ({ modal }) => modal.open)
  expect(currentView(state.modal)).toEqual({ name: 'ApproveTransaction' })
  answer.resolve('0xsigned')
  // Not a signature, so the site does not get it; only the frame's response matters here.
  await expect(signed).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  expect(kit.store.get().modal.open).toBe(false)
})

test.each([
  ['the frame’s window', (scene: Awaited<ReturnType<typeof loggedIn>>) => scene.frame.dismiss()],
  ['the dialog', ({ kit }: Awaited<ReturnType<typeof loggedIn>>) => closeModal(kit)],
])('rejects when %s is closed without an answer', async (_, close) => {
  const scene = await loggedIn({ RPC_REQUEST: untilAborted })
  const signed = sign(scene.kit)
  await expect.poll(scene.frame.names).toContain('RPC_REQUEST')
  close(scene)
  await expect(signed).rejects.toMatchObject({ code: 'user_rejected', message: 'Request was aborted' })
})

test('keeps what was sent before the frame received the abort', async () => {
  const sent = Promise.withResolvers<string>()
  const scene = await loggedIn({ RPC_REQUEST: () => sent.promise })
  const params = [{ from: me, to: me, value: '0x1' }]
  const hash = requestWallet(scene.kit, { method: 'eth_sendTransaction', params })
  await expect.poll(scene.frame.names).toContain('RPC_REQUEST')
  scene.frame.dismiss()
  sent.resolve('0xhash')
  expect(await hash).toBe('0xhash')
  expect(scene.frame.inputs('RPC_REQUEST')).toEqual([
    { method: 'eth_sendTransaction', params: [{ ...params[0], chainId: '0x1' }] },
  ])
})

test('rejects unsupported methods by name, without a prompt', async () => {
  const { kit, frame } = await loggedIn()
  await expect(requestWallet(kit, { method: 'eth_sign', params: [me, '0x00'] })).rejects.toMatchObject({
    code: 'wallet_method_unsupported',
    message: 'Action not allowed',
  })
  expect(frame.names()).not.toContain('RPC_REQUEST')
  expect(kit.store.get().notice).toMatchObject({ notice: { code: 'actionRefused' } })
})

test('runs each request on its family’s chain', async () => {
  const { kit, frame } = await loggedIn({ RPC_REQUEST: async () => '0x1' })
  const read = () => requestWallet(kit, { method: 'eth_getBalance', params: [me, 'latest'], namespace: 'eip155' })
  await read()
  await read()
  expect(frame.inputs('SWITCH_NETWORK')).toEqual([{ chainId: 1 }])
  await switchNetwork(kit, { networkId: 'eip155:10' })
  await read()
  expect(frame.inputs('SWITCH_NETWORK')).toEqual([{ chainId: 1 }, { chainId: 10 }])
  expect(connectedAccount(kit.store.get(), 'eip155')?.networkId).toBe('eip155:10')
  const connector = kit.connectors.get('solana', 'ID_AUTH')!
  const bytes = new Uint8Array([1, 2, 3, 4])
  await connector.request(solana, 'solana_signAndSendTransaction', { transaction: encodeBase64(bytes), pubkey: 'me' })
  expect(frame.inputs('SWITCH_NETWORK')).toHaveLength(3)
  expect(frame.inputs('RPC_REQUEST').at(-1)).toEqual({
    method: 'solana_signAndSendTransaction',
    params: { transaction: encodeBase58(bytes) },
  })
})

test('sends Solana’s transactions in base58, and returns the kit’s format', async () => {
  const signed = new Uint8Array([9, 8, 7])
  const { kit } = await loggedIn({
    RPC_REQUEST: async ({ method }) =>
      method === 'solana_signTransaction'
        ? { transaction: encodeBase58(signed) }
        : { transactions: [encodeBase58(signed), encodeBase58(signed)] },
  })
  const connector = kit.connectors.get('solana', 'ID_AUTH')!
  const one = encodeBase64(new Uint8Array([1, 2]))
  expect(await connector.request(solana, 'solana_signTransaction', { transaction: one })).toEqual({
    transaction: encodeBase64(signed),
  })
  expect(await connector.request(solana, 'solana_signAllTransactions', { transactions: [one, one] })).toEqual({
    transactions: [encodeBase64(signed), encodeBase64(signed)],
  })
})

test('disconnects when the session is over, but not on an error', async () => {
  let isIn = true
  const { kit } = await loggedIn({
    IS_CONNECTED: async () => ({ isConnected: isIn }),
    RPC_REQUEST: async () => {
      throw new KitError('unauthorized')
    },
  })
  await expect(sign(kit)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(kit.store.get().account.eip155.status).toBe('connected')
  isIn = false
  await expect(sign(kit)).rejects.toMatchObject({ code: 'unauthorized' })
  await until(kit, ({ account }) => account.eip155.status === 'disconnected')
})

test('loads the frame for the site’s project and network', async () => {
  const { kit, frame } = await loggedIn()
  const parameters = () => [
    frame.address().origin,
    frame.address().pathname,
    Object.fromEntries(frame.address().searchParams),
  ]
  const site = { projectId: 'test-project', version: frameVersion }
  expect(parameters()).toEqual(['https://wallet.site.example', '/frame', { ...site, chainId: 'eip155:1' }])
  await switchNetwork(kit, { networkId: 'eip155:10' })
  expect(parameters().at(-1)).toEqual({ ...site, chainId: 'eip155:10' })
})

test('applies the page’s colors to the frame, and their changes', async () => {
  const { kit, frame } = await loggedIn()
  setTheme(kit, { mode: 'light', variables: { '--w3m-accent': '#123456' } })
  expect(frame.inputs('SYNC_THEME').at(-1)).toMatchObject({
    themeMode: 'light',
    w3mThemeVariables: { '--w3m-accent': '#123456' },
  })
})

test('keeps the login while the frame is unavailable on page load, and restores the wallet once it is back', async () => {
  const before = await loggedIn()
  const { storage } = before
  before.kit.dispose()
  let isAway = true
  const frame = fixtureFrame({
    IS_CONNECTED: async () => {
      if (isAway) throw new KitError('unavailable')
      return { isConnected: true }
    },
  })
  const { kit, clock } = setUpKit({ walletUrl: 'https://wallet.site.example', storage })
  kits.push(kit)
  startEmbedded(kit, frame.open)
  await expect.poll(frame.names).toContain('IS_CONNECTED')
  clock.advance(10_000)
  await until(kit, ({ account }) => account.eip155.status === 'disconnected')
  clock.advance(120_000)
  expect(storage.values.get(connectorKey('eip155'))).toBe('ID_AUTH')
  isAway = false
  for (let minute = 0; minute < 5 && !connectedAccount(kit.store.get(), 'eip155'); minute++) {
    await new Promise((done) => setImmediate(done))
    clock.advance(60_000)
  }
  const { account } = await until(kit, (state) => connectedAccount(state, 'solana') !== undefined)
  expect(account.eip155.status).toBe('connected')
  kit.dispose()
  expect(clock.waiting()).toBe(0)
})
