import { createSimulatedLedger, type SimulatedLedger } from '@billfold/testkit/ledger/createSimulatedLedger'
import { parseTransaction, recoverTransactionAddress, stringToHex, verifyMessage } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { requestWallet } from '../features/account/requestWallet.ts'
import { signMessage } from '../features/account/signMessage.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { systemClock } from '../ports/clock.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakePage } from '../ports/fakePage.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { ethereumFamily } from './ethereumFamily.ts'
import type { Hid, HidDevice } from './hid.ts'
import { ledger } from './ledger.ts'
import { ledgerOf } from './ledgerOf.ts'
import { openDevice } from './openDevice.ts'

// The code loads when the wallet is chosen, which takes long on a busy machine.
const wait = { timeout: 30_000 }
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const otherWords = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

/** Responses of a node of a chain with a base fee. */
const nodeAnswers: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x1',
  eth_getCode: '0x',
}

function start(device: SimulatedLedger, storage = fakeStorage()) {
  const sent: `0x${string}`[] = []
  const urls: string[] = []
  const page = fakePage()
  page.globals.navigator = { hid: device.hid }
  const http = fakeHttp(async (request) => {
    urls.push(request.url)
    const { id, method, params } = JSON.parse(request.body ?? '{}')
    if (method === 'eth_sendRawTransaction') {
      sent.push(params[0])
      const { keccak256 } = await import('viem')
      return { body: { jsonrpc: '2.0', id, result: keccak256(params[0]) } }
    }
    return { body: { jsonrpc: '2.0', id, result: nodeAnswers[method] ?? '0x' } }
  })
  const { kit } = setUpKit({ page, http, storage, clock: systemClock as never, connectors: [ledger()] })
  stops.push(() => kit.dispose())
  return { kit, sent, urls, storage }
}
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Kit = ReturnType<typeof start>['kit']

/** Does what the view asks for until the phase comes. */
async function until(kit: Kit, phase: string) {
  await vi.waitFor(() => expect(ledgerOf(kit).get().phase).toBe(phase), wait)
}
async function connect(kit: Kit) {
  const work = connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
  await until(kit, 'choose')
  ledgerOf(kit).grant()
  await vi.waitFor(() => expect(ledgerOf(kit).get()).toMatchObject({ phase: 'accounts', isReading: false }), wait)
  const state = ledgerOf(kit).get()
  if (state.phase !== 'accounts') throw new Error('No accounts')
  const account = state.rows[0]!
  ledgerOf(kit).choose({ account })
  await vi.waitFor(() => expect(ledgerOf(kit).get()).toMatchObject({ phase: 'verify', isApproved: true }), wait)
  ledgerOf(kit).choose({ account })
  await work
}
const request = (kit: Kit, method: string, params: unknown) =>
  requestWallet(kit, { method, params, namespace: 'eip155' })
const transfer = [{ from: first, to, value: '0x64' }]

describe('connecting', () => {
  test('opens the app, shows the address on the device, and connects its account', async () => {
    const device = createSimulatedLedger()
    const { kit } = start(device)
    await connect(kit)
    expect(connectedAccount(kit.store.get())).toMatchObject({ address: first, connectorId: 'ledger' })
    expect(device.screens).toEqual([['Open app Ethereum?'], ['Verify address', "m/44'/60'/0'/0/0", first]])
  })

  test('reads the balances of the accounts', async () => {
    const { kit } = start(createSimulatedLedger({ app: 'Ethereum', isPermitted: true }))
    void connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
    await vi.waitFor(() => {
      const state = ledgerOf(kit).get()
      expect(state.phase === 'accounts' && state.rows.every(({ balance }) => balance === 10n ** 18n)).toBe(true)
    }, wait)
  })

  test('closes another app, and waits for the unlocked device', async () => {
    const device = createSimulatedLedger({ app: 'Solana', isPermitted: true })
    device.lock()
    const { kit } = start(device)
    void connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
    await until(kit, 'locked')
    device.unlock()
    await until(kit, 'accounts')
    expect(device.app()).toBe('Ethereum')
  })

  test('names a missing app, and continues once it is there', async () => {
    const device = createSimulatedLedger({ isPermitted: true, installed: ['Bitcoin'] })
    const { kit } = start(device)
    void connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
    await until(kit, 'stopped')
    expect(ledgerOf(kit).get()).toEqual({ phase: 'stopped', trouble: 'appMissing', app: 'Ethereum' })
    device.setInstalled(['Ethereum'])
    ledgerOf(kit).retry()
    await until(kit, 'accounts')
  })

  test('counts a rejected app as declined', async () => {
    const device = createSimulatedLedger({ isPermitted: true })
    device.setOwner('rejects')
    const { kit } = start(device)
    await connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
    expect(kit.store.get().connectAttempt.phase).toBe('declined')
  })

  test('returns to the accounts if the address is rejected on the device', async () => {
    const device = createSimulatedLedger({ app: 'Ethereum', isPermitted: true })
    device.setOwner('rejects')
    const { kit } = start(device)
    void connectWallet(kit, { connectorId: 'ledger', namespace: 'eip155' })
    await vi.waitFor(() => expect(ledgerOf(kit).get()).toMatchObject({ phase: 'accounts', isReading: false }), wait)
    const state = ledgerOf(kit).get()
    if (state.phase === 'accounts') ledgerOf(kit).choose({ account: state.rows[1]! })
    await vi.waitFor(() => expect(device.screens).toHaveLength(1), wait)
    await until(kit, 'accounts')
    expect(connectedAccount(kit.store.get())).toBeUndefined()
  })

  test('restores the account without the device and without a prompt', async () => {
    const { kit, storage } = start(createSimulatedLedger({ app: 'Ethereum' }))
    await connect(kit)
    const later = createSimulatedLedger()
    later.unplug()
    const again = start(later, storage)
    again.kit.complete()
    await vi.waitFor(() => expect(connectedAccount(again.kit.store.get())?.address).toBe(first), wait)
    expect(later.transcript).toEqual([])
    expect(later.hid.prompts()).toBe(0)
  })
})

describe('signing', () => {
  async function connected(options: Parameters<typeof createSimulatedLedger>[0] = {}) {
    const device = createSimulatedLedger({ app: 'Ethereum', ...options })
    const started = start(device)
    await connect(started.kit)
    return { device, ...started }
  }

  test('signs a message, verified as the account’s', async () => {
    const { kit, device } = await connected()
    const signature = (await signMessage(kit, { message: 'Hello' })) as `0x${string}`
    expect(await verifyMessage({ address: first, message: 'Hello', signature })).toBe(true)
    expect(device.screens.at(-1)).toEqual(['Sign message', 'Hello'])
    expect(kit.store.get().modal.open).toBe(false)
  })

  test('completes a transaction from the nodes, signs and broadcasts it', async () => {
    const { kit, sent } = await connected()
    const hash = await request(kit, 'eth_sendTransaction', transfer)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(parseTransaction(sent[0]!)).toMatchObject({
      type: 'eip1559',
      chainId: 1,
      nonce: 5,
      value: 100n,
      gas: 21_000n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: sent[0]! as never })).toBe(first)
  })

  test.each([1, 137, 11_155_111])('signs a legacy transaction of chain %i', async (chainId) => {
    const device = createSimulatedLedger({ app: 'Ethereum', isPermitted: true })
    const [hidDevice] = await device.hid.getDevices()
    const opened = await openDevice(device.hid as unknown as Hid, hidDevice as unknown as HidDevice, systemClock)
    const call = { ...transfer[0], gasPrice: '0x1', gas: '0x5208' }
    // Each nonce gives another signature, and so both parities.
    for (const nonce of ['0x0', '0x1', '0x2', '0x3']) {
      const raw = await ethereumFamily.run(
        {
          networkId: `eip155:${chainId}`,
          account: { address: first, path: "44'/60'/0'/0/0", type: 'eoa' },
          ...{ method: 'eth_signTransaction', params: [{ ...call, nonce }] },
        },
        { sign: (_, run) => run(opened), query: async () => undefined },
      )
      expect(parseTransaction(raw as `0x${string}`).chainId).toBe(chainId)
      expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(first)
    }
  })

  test('passes a rejection on with the standard code', async () => {
    const { kit, device, sent } = await connected()
    device.setOwner('rejects')
    await expect(request(kit, 'eth_sendTransaction', transfer)).rejects.toMatchObject({ code: 'user_rejected' })
    expect(sent).toEqual([])
  })

  test('says when the app forbids blind signing, and continues once it allows it', async () => {
    const { kit, device, sent } = await connected()
    device.setBlindSigning(false)
    const work = request(kit, 'eth_sendTransaction', [{ ...transfer[0], data: '0xa9059cbb' }])
    await until(kit, 'stopped')
    expect(ledgerOf(kit).get()).toMatchObject({ trouble: 'blindSigning' })
    device.setBlindSigning(true)
    ledgerOf(kit).retry()
    await work
    expect(sent).toHaveLength(1)
  })

  test('tells apart what the device shows and what it signs blind', async () => {
    const { kit, device } = await connected()
    device.setOwner('waits')
    const work = request(kit, 'eth_sendTransaction', [{ ...transfer[0], data: '0xa9059cbb' }])
    await until(kit, 'sign')
    expect(ledgerOf(kit).get()).toMatchObject({ kind: 'transaction', isBlind: true })
    await vi.waitFor(() => expect(device.screens.at(-1)?.[0]).toBe('Blind sign transaction'))
    device.press('approve')
    await work
  })

  test('unplugged in mid-signature, signs after it is plugged in again', async () => {
    const { kit, device, sent } = await connected()
    device.setOwner('waits')
    const work = request(kit, 'eth_sendTransaction', transfer)
    await until(kit, 'sign')
    device.unplug()
    await until(kit, 'stopped')
    expect(ledgerOf(kit).get()).toMatchObject({ trouble: 'unplugged' })
    expect(sent).toEqual([])
    device.setOwner('approves')
    device.plug()
    ledgerOf(kit).retry()
    await work
    expect(sent).toHaveLength(1)
  })

  test('shows what to do in the dialog, and takes its closing for a rejection', async () => {
    const { kit, device } = await connected()
    device.setOwner('waits')
    const work = request(kit, 'personal_sign', [stringToHex('Hello'), first])
    await until(kit, 'sign')
    expect(kit.store.get().modal).toMatchObject({ open: true, history: [{ name: 'ApproveTransaction' }] })
    closeModal(kit)
    await expect(work).rejects.toMatchObject({ code: 'user_rejected' })
  })

  test('notices a device with other keys before it shows the request', async () => {
    const { kit, device, sent } = await connected()
    const shown = device.screens.length
    device.setMnemonic(otherWords)
    const work = request(kit, 'eth_sendTransaction', transfer)
    await until(kit, 'stopped')
    expect(ledgerOf(kit).get()).toMatchObject({ trouble: 'otherDevice' })
    ledgerOf(kit).cancel()
    await expect(work).rejects.toMatchObject({ code: 'user_rejected' })
    expect([sent, device.screens.length]).toEqual([[], shown])
  })

  test.each(['eth_sendTransaction', 'personal_sign'])('rejects a signature of %s by another key', async (method) => {
    const { kit, device, sent } = await connected()
    device.lie('signature')
    const params = method === 'personal_sign' ? [stringToHex('Hello'), first] : transfer
    await expect(request(kit, method, params)).rejects.toMatchObject({ code: 'account_mismatch' })
    expect(sent).toEqual([])
  })

  test('sends no request but to the network’s nodes and the kit’s own API', async () => {
    const fetches = vi.spyOn(globalThis, 'fetch')
    const { kit, urls } = await connected()
    await signMessage(kit, { message: 'Hello' })
    await request(kit, 'eth_sendTransaction', [{ ...transfer[0], data: '0xa9059cbb' }])
    expect(urls.length).toBeGreaterThan(3)
    expect(urls.filter((url) => !/^http:\/\/(127\.0\.0\.1:1|localhost)/.test(url))).toEqual([])
    expect(fetches).not.toHaveBeenCalled()
    fetches.mockRestore()
  })
})

test('has no connector without a family that a Ledger knows', () => {
  expect(ledger().families).toEqual(['eip155', 'solana', 'bip122'])
})
