import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../test/setUpKit.ts'
import { announceIn, visitPage, walletOf } from '../test/visitPage.ts'
import { nativeBalanceQuery } from './features/account/nativeBalanceQuery.ts'
import { requestWallet } from './features/account/requestWallet.ts'
import { signMessage } from './features/account/signMessage.ts'
import { connectWallet } from './features/connect/connectWallet.ts'
import { disconnect } from './features/connect/disconnect.ts'
import { closeModal } from './features/modal/closeModal.ts'
import { currentView } from './features/modal/modal.ts'
import { goBack, push } from './features/modal/navigate.ts'
import { openModal } from './features/modal/openModal.ts'
import { switchNetwork } from './features/network/switchNetwork.ts'
import type { Kit } from './kit.ts'
import { caipAddressOf, connectedAccount } from './model/connectedAccount.ts'
import { activeNetwork, isWrongNetwork } from './model/findNetwork.ts'
import { fakeStorage } from './ports/fakeStorage.ts'
import { queriesOf } from './queries/queriesOf.ts'

const id = 'dev.billfold.devnet'
const [a, b, c] = [31337, 31338, 31339]
let devnet: Devnet
const kits: Kit[] = []

beforeAll(async () => {
  devnet = await startDevnet({
    host: '127.0.0.1',
    port: 0,
    evmPort: 0,
    chainIds: [a, b, c],
    blockTime: 0,
    market: false,
  })
})
afterAll(() => devnet.close())
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const walletOn = (...ids: number[]) => walletOf(devnet, ids)
const visit = (wallet: ReturnType<typeof walletOn> | undefined, storage = fakeStorage()) => {
  const visited = visitPage(devnet, [a, b], wallet, storage)
  kits.push(visited.kit)
  return visited
}
const connect = (kit: Kit) => connectWallet(kit, { connectorId: id, namespace: 'eip155' })
const isThere = (kit: Kit) => until(kit, (s) => s.account.eip155.status === 'connected')

test('connects, signs, reads the balance, reloads without a prompt, and stays disconnected', async () => {
  const wallet = walletOn(a, b)
  const first = visit(wallet)
  await connect(first.kit)
  const { address } = connectedAccount(first.kit.store.get())!
  expect(address).toBe(devnet.manifest.accounts[0]!.address)
  const signature = await signMessage(first.kit, { message: 'Hello, wörld' })
  expect(
    await verifyMessage({ address: address as never, message: 'Hello, wörld', signature: signature as never }),
  ).toBe(true)
  const caip = caipAddressOf(first.kit.store.get())!
  const balance = await queriesOf(first.kit).fetchQuery(nativeBalanceQuery(first.kit, { address: caip }))
  expect(balance).toMatchObject({ symbol: 'ETH', decimals: 18 })
  expect(balance.value).toBeGreaterThan(10n ** 18n)
  expect(wallet.requests.at(-1)).toMatchObject({ method: 'eth_getBalance', status: 'answered' })
  queriesOf(first.kit).clear()
  first.storage.values.delete('@appkit/native_balance_cache')
  wallet.failNext(-32603, 'no', 'eth_getBalance')
  expect(await queriesOf(first.kit).fetchQuery(nativeBalanceQuery(first.kit, { address: caip }))).toEqual(balance)
  const transaction = { from: address, to: devnet.manifest.accounts[1]!.address, value: '0x1' }
  const hash = await requestWallet(first.kit, { method: 'eth_sendTransaction', params: [transaction] })
  const receipt = await requestWallet(first.kit, { method: 'eth_getTransactionReceipt', params: [hash] })
  expect(receipt).toMatchObject({ status: '0x1', from: address.toLowerCase() })
  first.leave()

  wallet.policy('reject')
  const requestCount = wallet.requests.length
  const second = visit(wallet, first.storage)
  expect(second.kit.store.get().account.eip155).toEqual({ status: 'reconnecting', connectorId: id })
  await isThere(second.kit)
  expect(connectedAccount(second.kit.store.get())?.address).toBe(address)
  expect(wallet.requests.slice(requestCount).map((r) => r.method)).toEqual(['eth_accounts', 'eth_chainId'])
  expect(second.kit.store.get().modal.open).toBe(false)

  await disconnect(second.kit)
  expect(second.kit.store.get().account.eip155).toEqual({ status: 'disconnected' })
  expect(wallet.requests.at(-1)).toMatchObject({ method: 'wallet_revokePermissions', status: 'answered' })
  second.leave()
  const third = visit(wallet, first.storage)
  expect(third.kit.store.get().account.eip155).toEqual({ status: 'disconnected' })
})

test('switches chains from page or wallet, adding unknown ones', async () => {
  const wallet = walletOn(a)
  const { kit } = visit(wallet)
  await connect(kit)
  await switchNetwork(kit, { networkId: `eip155:${b}` })
  expect(activeNetwork(kit.store.get())?.id).toBe(b)
  expect(wallet.requests.map((r) => r.method)).toContain('wallet_addEthereumChain')
  expect(kit.store.get().switchAttempt).toEqual({ phase: 'idle' })
  wallet.switchChain(a)
  expect(activeNetwork(kit.store.get())?.id).toBe(a)
  wallet.policy('reject')
  await switchNetwork(kit, { networkId: `eip155:${b}` })
  expect(kit.store.get().switchAttempt).toEqual({ phase: 'declined', networkId: `eip155:${b}` })
  expect(activeNetwork(kit.store.get())?.id).toBe(a)
})

test.each([
  [4902, 'wallet_addEthereumChain'],
  [32603, 'wallet_addEthereumChain'],
  [5000, 'wallet_addEthereumChain'],
  [4200, undefined],
])('handles a wallet that responds to a switch with %i', async (code, then) => {
  const wallet = walletOn(a)
  const { kit } = visit(wallet)
  await connect(kit)
  wallet.failNext(code, 'no', 'wallet_switchEthereumChain')
  await switchNetwork(kit, { networkId: `eip155:${b}` })
  const methods = wallet.requests.map((r) => r.method)
  if (then) expect(methods).toContain(then)
  else expect(methods).not.toContain('wallet_addEthereumChain')
  expect(activeNetwork(kit.store.get())?.id).toBe(then ? b : a)
})

test('shows the wrong network, with three ways out', async () => {
  const wallet = walletOn(a, b, c)
  const { kit } = visit(wallet)
  await connect(kit)
  const view = () => (kit.store.get().modal.open ? currentView(kit.store.get().modal).name : undefined)
  const eventTypes: string[] = []
  kit.store.onEvent((e) => eventTypes.push(e.type))
  // 1: close; the wallet stays connected, and one tap leads back.
  wallet.switchChain(c)
  expect(view()).toBe('UnsupportedChain')
  closeModal(kit)
  expect(view()).toBeUndefined()
  expect(isWrongNetwork(kit.store.get())).toBe(true)
  expect(connectedAccount(kit.store.get())).toBeDefined()
  openModal(kit)
  expect(view()).toBe('UnsupportedChain')
  // 2: choose a supported one, requested from the wallet.
  push(kit, { name: 'SwitchNetwork', networkId: `eip155:${b}` })
  await until(kit, (s) => !s.modal.open)
  await expect.poll(() => eventTypes).toContain('switch/succeeded')
  expect(activeNetwork(kit.store.get())?.id).toBe(b)
  // 3: switch in the wallet; the view covered another, which returns.
  openModal(kit)
  wallet.switchChain(c)
  expect(kit.store.get().modal.history.map((v) => v.name)).toEqual(['Account', 'UnsupportedChain'])
  wallet.switchChain(a)
  expect(kit.store.get().modal.history.map((v) => v.name)).toEqual(['Account'])
  wallet.switchChain(c)
  goBack(kit)
  expect(view()).toBe('Account')
  goBack(kit)
  expect(view()).toBeUndefined()
})

test('follows the wallet to another account, which then signs', async () => {
  const wallet = walletOn(a)
  const { kit } = visit(wallet)
  await connect(kit)
  wallet.switchAccount(1)
  await until(kit, (s) => connectedAccount(s)?.address === devnet.manifest.accounts[1]!.address)
  await expect(signMessage(kit, { message: 'x' })).resolves.toMatch(/^0x/)
  // Changed between request and signature: rejected and reported.
  wallet.policy({ personal_sign: 'stall' })
  const signing = signMessage(kit, { message: 'y' })
  signing.catch(() => undefined)
  await expect.poll(() => wallet.pending().length).toBe(1)
  wallet.switchAccount(2)
  wallet.approveNext()
  await expect(signing).rejects.toMatchObject({ name: 'KitError' })
})

test('retries after a rejection, and ignores a late approval after closing', async () => {
  const wallet = walletOn(a)
  const { kit } = visit(wallet)
  openModal(kit)
  wallet.rejectNext()
  push(kit, { name: 'ConnectingExternal', connectorId: id, namespace: 'eip155' })
  await until(kit, (s) => s.connectAttempt.phase === 'declined')
  expect(kit.store.get().account.eip155).toEqual({ status: 'disconnected' })
  expect(currentView(kit.store.get().modal).name).toBe('ConnectingExternal')

  wallet.policy('stall')
  const again = connect(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  closeModal(kit)
  expect(kit.store.get()).toMatchObject({
    connectAttempt: { phase: 'idle' },
    account: { eip155: { status: 'disconnected' } },
  })
  wallet.approveNext()
  await again
  expect(kit.store.get().account.eip155).toEqual({ status: 'disconnected' })

  wallet.policy('approve')
  await connect(kit)
  expect(connectedAccount(kit.store.get())).toBeDefined()
})

test('does not wait for a locked wallet, and reconnects once it unlocks', async () => {
  const wallet = walletOn(a)
  const first = visit(wallet)
  await connect(first.kit)
  wallet.lock()
  await until(first.kit, (s) => s.account.eip155.status === 'disconnected')
  first.leave()
  const { kit } = visit(wallet, first.storage)
  await until(kit, (s) => s.account.eip155.status === 'disconnected')
  wallet.unlock()
  await isThere(kit)
})

test('stops waiting for a sleeping extension after three seconds, but connects it when it wakes up', async () => {
  const wallet = walletOn(a)
  const first = visit(wallet)
  await connect(first.kit)
  first.leave()
  const { kit, clock, page } = visit(undefined, first.storage)
  clock.advance(2999)
  expect(kit.store.get().account.eip155.status).toBe('reconnecting')
  clock.advance(1)
  expect(kit.store.get().account.eip155.status).toBe('disconnected')
  wallet.install(page.page.events)
  await isThere(kit)
})

test('disconnects a wallet that loses its chains, and reconnects it with them', async () => {
  const wallet = walletOn(a)
  const { kit } = visit(wallet)
  await connect(kit)
  wallet.setOnline(false)
  expect(kit.store.get().account.eip155).toEqual({ status: 'disconnected' })
  wallet.setOnline(true)
  await isThere(kit)
})

test('mirrors connect and disconnect between two tabs', async () => {
  const storage = fakeStorage()
  const wallet = walletOn(a)
  const one = visit(wallet, storage)
  const two = visit(undefined, storage)
  announceIn(two.page.page, wallet, id)
  await connect(one.kit)
  await isThere(two.kit)
  await disconnect(two.kit)
  expect(one.kit.store.get().account.eip155).toEqual({ status: 'disconnected' })
})
