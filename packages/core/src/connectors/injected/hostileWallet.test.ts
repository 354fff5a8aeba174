import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { signMessage } from '../../features/account/signMessage.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { switchNetwork } from '../../features/network/switchNetwork.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { fakePage } from '../../ports/fakePage.ts'

beforeAll(() => import('../../chains/eip155/eip155.ts'))

const own = '0x00000000000000000000000000000000000000AA'
type Answers = Record<string, (params: unknown) => unknown>

/** A page with one mock wallet. */
function meet(answers: Answers, info: Record<string, unknown> = {}) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      const answer = answers[method]
      if (!answer) throw { code: 4200, message: 'no such method' }
      return answer(params)
    },
    on: (event: string, listener: (value: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  const set = setUpKit()
  announce(
    set.page,
    { uuid: 'u', name: 'Hostile', rdns: 'io.hostile', icon: 'data:image/png;base64,AA==', ...info },
    provider,
  )
  return {
    ...set,
    emit: (event: string, value: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
    connect: () => connectWallet(set.kit, { connectorId: 'io.hostile', namespace: 'eip155' }),
  }
}
const announce = ({ page }: ReturnType<typeof fakePage>, info: unknown, provider: unknown) =>
  page.events.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))

const good: Answers = {
  eth_requestAccounts: () => [own.toLowerCase()],
  eth_accounts: () => [own.toLowerCase()],
  eth_chainId: () => '0x1',
}

test('either connects properly or reports one clear error, whatever a wallet responds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.anything(), async (accounts, chain) => {
      const { kit, connect } = meet({ ...good, eth_requestAccounts: () => accounts, eth_chainId: () => chain })
      await connect()
      const { connectAttempt, account } = kit.store.get()
      expect(account.eip155.status).toBe('disconnected')
      expect(connectAttempt).toMatchObject({ phase: 'failed', message: expect.stringMatching(/\S/) })
      kit.dispose()
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['no account', [], '0x1'],
  ['accounts that are no addresses', ['0x12', own], '0x1'],
  ['a thousand and one accounts', new Array(1001).fill(own), '0x1'],
  ['an object', { 0: own, length: 1 }, '0x1'],
  ['a chain that is zero', [own], '0x0'],
  ['a chain that is a word', [own], 'mainnet'],
  ['a chain too large to name', [own], '0xffffffffffffffff'],
])('does not connect on %s', async (_, accounts, chain) => {
  const { kit, connect } = meet({ ...good, eth_requestAccounts: () => accounts, eth_chainId: () => chain })
  await connect()
  expect(kit.store.get().connectAttempt.phase).toBe('failed')
})

test.each([
  ['a decimal text', '10'],
  ['a number', 10],
  ['hex', '0xa'],
])('accepts a chain id written as %s', async (_, chain) => {
  const { kit, connect } = meet({ ...good, eth_chainId: () => chain })
  await connect()
  expect(connectedAccount(kit.store.get())).toMatchObject({ networkId: 'eip155:10', address: own })
})

test('logs and ignores invalid events', async () => {
  const { kit, connect, emit, log } = meet(good)
  await connect()
  const before = kit.store.get().account
  for (const odd of [undefined, null, 'x', { a: 1 }, ['0x1'], [7]]) {
    emit('accountsChanged', odd)
    emit('chainChanged', odd)
  }
  expect(kit.store.get().account).toEqual(before)
  expect(log.errors.length).toBeGreaterThan(0)
})

test.each([
  [{ code: 4001, message: 'no' }, 'declined'],
  [{ code: 'ACTION_REJECTED' }, 'declined'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'declined'],
  [{ code: -32002, message: 'Already pending' }, 'failed'],
  ['boom', 'failed'],
  [null, 'failed'],
])('survives a wallet that throws %j', async (thrown, phase) => {
  const { kit, connect } = meet({
    ...good,
    eth_requestAccounts: () => {
      throw thrown
    },
  })
  await connect()
  expect(kit.store.get().connectAttempt.phase).toBe(phase)
})

test('does not believe a wallet that reports a switch without switching', async () => {
  const { kit, connect } = meet({ ...good, wallet_switchEthereumChain: () => null })
  await connect()
  await switchNetwork(kit, { networkId: 'eip155:10' })
  expect(kit.store.get().switchAttempt).toMatchObject({
    phase: 'failed',
    message: 'The wallet did not switch chains',
  })
})

test('reports an unknown network to the developer, without a wallet request', async () => {
  const { kit, connect, log } = meet(good)
  await connect()
  await switchNetwork(kit, { networkId: 'eip155:77' })
  const shown = await until(kit, ({ alert }) => alert.phase === 'shown')
  expect(shown).toMatchObject({ switchAttempt: { phase: 'failed' }, alert: { code: 'networkUnknown' } })
  expect(log.errors[0]).toMatch('Network Not Found: Network not found: eip155:77')
})

test('rejects a signature by another key, or after the account is gone', async () => {
  // A valid signature of "x" by the well-known first test key, which is not the active account's.
  const { privateKeyToAccount } = await import('viem/accounts')
  const stranger = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const signature = await stranger.signMessage({ message: 'x' })
  const lying = meet({ ...good, personal_sign: () => signature, eth_getCode: () => '0x' })
  await lying.connect()
  await expect(signMessage(lying.kit, { message: 'x' })).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(lying.kit.store.get().notice).toMatchObject({ phase: 'shown', notice: { code: 'accountMismatched' } })

  const gone = meet({ ...good, eth_accounts: () => [stranger.address] })
  await gone.connect()
  await expect(signMessage(gone.kit, { message: 'x' })).rejects.toMatchObject({ code: 'account_mismatch' })

  const code = { eth_getCode: () => '0x6001' }
  const contract = meet({ ...good, ...code, personal_sign: () => signature, eth_call: () => '0x01' })
  await contract.connect()
  await expect(signMessage(contract.kit, { message: 'x' })).resolves.toBe(signature)

  const unwilling = meet({ ...good, ...code, personal_sign: () => signature, eth_call: () => '0x00' })
  await unwilling.connect()
  await expect(signMessage(unwilling.kit, { message: 'x' })).rejects.toMatchObject({ code: 'account_mismatch' })
})

test('strips invisible characters from names, drops active icons, and keeps the first of an id', () => {
  const page = fakePage()
  const { kit } = setUpKit({ page })
  const provider = { request: async () => null }
  announce(
    page,
    { uuid: '1', name: '  Evil\u202e\u0000\nWallet  ', rdns: 'io.evil', icon: 'javascript:alert(1)' },
    provider,
  )
  announce(
    page,
    { uuid: '2', name: 'x'.repeat(500), rdns: 'io.long', icon: 'data:image/svg+xml,<svg onload="x"/>' },
    provider,
  )
  announce(page, { uuid: '3', name: 'Second', rdns: 'io.evil', icon: '' }, provider)
  announce(page, { uuid: '4', name: '\u200b', rdns: 'io.unseen', icon: '' }, provider)
  announce(page, { uuid: '5', name: 'No provider', rdns: 'io.none', icon: '' }, {})
  announce(page, null, provider)
  page.page.events.dispatchEvent(new Event('eip6963:announceProvider'))
  const connectors = kit.store.get().connectors
  expect(connectors.map((c) => c.id)).toEqual(['io.evil', 'io.long'])
  expect(connectors[0]).toEqual({
    id: 'io.evil',
    rdns: 'io.evil',
    name: 'EvilWallet',
    type: 'ANNOUNCED',
    namespace: 'eip155',
  })
  expect(connectors[1]).toMatchObject({ name: 'x'.repeat(40), icon: 'data:image/svg+xml,<svg onload="x"/>' })
})

test('survives a wallet that responds at once, throws at once, or has no events', async () => {
  const page = fakePage()
  const { kit, log } = setUpKit({ page })
  const provider = {
    request: ({ method }: { method: string }) => {
      if (method === 'wallet_switchEthereumChain') throw { code: 4001 }
      return method === 'eth_chainId' ? '0x1' : [own]
    },
    on: () => {
      throw new Error('cannot be listened to')
    },
  }
  announce(page, { uuid: '1', name: 'Rude', rdns: 'io.rude' }, provider)
  await connectWallet(kit, { connectorId: 'io.rude', namespace: 'eip155' })
  expect(connectedAccount(kit.store.get())?.address).toBe(own)
  expect([...new Set(log.errors)]).toEqual(['cannot be listened to'])
  await switchNetwork(kit, { networkId: 'eip155:10' })
  expect(kit.store.get().switchAttempt.phase).toBe('declined')
})

test('finds a nameless window.ethereum, now or later', async () => {
  const provider = { request: async () => null }
  const there = setUpKit({ page: fakePage({ globals: { ethereum: provider } }) })
  await until(there.kit, (s) => s.connectors.length > 0)
  expect(there.kit.store.get().connectors).toMatchObject([{ id: 'injected', name: 'Browser Wallet', type: 'INJECTED' }])
  const later = setUpKit()
  later.page.globals.ethereum = provider
  later.page.page.events.dispatchEvent(new Event('ethereum#initialized'))
  expect(later.kit.store.get().connectors).toHaveLength(1)
  const off = setUpKit({ page: fakePage({ globals: { ethereum: provider } }), enableInjected: false })
  off.kit.connectors.ask()
  expect(off.kit.store.get().connectors).toEqual([])
})
