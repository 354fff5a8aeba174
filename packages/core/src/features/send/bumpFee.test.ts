import { KitError } from '@billfold/protocol/error'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { eoa, puppetConnector } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Chain } from '../../chains/chain.ts'
import type { FeeBump, TransactionStatus, Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { infoOf } from '../../model/connector.ts'
import type { Transaction } from '../../model/transactions.ts'
import { bumpFee } from './bumpFee.ts'

// Preloaded, since these tests do not wait for imports.
beforeAll(() => import('../transactions/transactionTracking.ts'))
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

const networkId = 'bip122:000000000019d6689c085ae165831e93'
const network = {
  id: '000000000019d6689c085ae165831e93',
  name: 'Pebbles',
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Pebble', symbol: 'PBL', decimals: 3 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const waiting: Transaction = {
  ...{ hash: 'old', networkId, kind: 'send', from: 'ann', call: { pebbles: 1 }, sentAt: 0, status: 'pending' },
  meant: { to: 'bob', amount: '5', symbol: 'PBL', decimals: 3 },
}
const shown = { before: 1n, fee: 4n, call: { pebbles: 2 } }
const order = { transaction: waiting, shown, source: { connectorId: 'io.puppet', ...eoa('ann') } }

/** A family with replaceable payments, whose status the test sets. */
function setUp() {
  const chain = { raise: shown as FeeBump, seen: {} as Record<string, TransactionStatus> }
  const wallet = { answer: async (): Promise<unknown> => 'new', accounts: [eoa('ann')] }
  const requests: unknown[] = []
  const transfers = {
    request: (call: unknown) => ({ method: 'sign', params: call }),
    readSent: async (answer: unknown) => ({ hash: String(answer) }),
    look: async ({ hash }: { hash: string }) => chain.seen[hash] ?? { state: 'pending' },
    raise: async () => chain.raise,
  } as unknown as Transfers
  const family = {
    ...{ namespace: 'bip122', parseAddress: (text: string) => text, signing: () => undefined },
    transfers: async () => transfers,
  } as unknown as Chain
  const set = setUpKit({ networks: [network] })
  const { kit } = set
  kits.push(kit)
  kit.chains.bip122 = async () => family
  const { connector } = puppetConnector(
    { namespace: 'bip122' },
    {
      accounts: async () => wallet.accounts,
      async request(_, method, params) {
        requests.push({ method, params })
        return wallet.answer()
      },
    },
  )
  kit.connectors.add(connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  const session = { accounts: [eoa('ann')], networkId, approvedNetworkIds: [], supportsAllNetworks: true } as const
  kit.store.send({ type: 'account/connected', namespace: 'bip122', connectorId: connector.id, how: 'user', ...session })
  const sentAt = kit.ports.clock.now()
  kit.store.send({ type: 'transaction/heard', transactions: [{ ...waiting, sentAt }] })
  const statusOf = (hash: string) => kit.store.get().transactions.find((t) => t.hash === hash)?.status
  const pass = async (isSo: () => boolean) => {
    for (let round = 0; round < 200 && !isSo(); round++) {
      await new Promise((done) => setImmediate(done))
      set.clock.advance(1000)
    }
    expect(isSo()).toBe(true)
  }
  return { ...set, chain, wallet, requests, statusOf, pass }
}

it('requests exactly what was shown, and marks the old payment as replaced', async () => {
  const { kit, requests, statusOf, chain, pass } = setUp()
  chain.raise = { ...shown, fee: 9n, call: { pebbles: 9 } }
  chain.seen.old = { state: 'pending', by: 'new' }
  expect(await bumpFee(kit, order)).toBe('new')
  expect(requests).toEqual([{ method: 'sign', params: shown.call }])
  const [fresh, old] = kit.store.get().transactions
  expect(fresh).toMatchObject({ hash: 'new', status: 'pending', meant: waiting.meant })
  expect(old).toMatchObject({ hash: 'old', status: 'replaced', replacedBy: 'new', isRecallable: true })
  // Neither flickers while no block has decided.
  let rounds = 0
  await pass(() => rounds++ > 60)
  expect([statusOf('new'), statusOf('old')]).toEqual(['pending', 'replaced'])
  chain.seen.new = { state: 'included', succeeded: true, isFinal: true }
  chain.seen.old = { state: 'replaced', by: 'new', same: true, succeeded: true, isFinal: true }
  await pass(() => statusOf('new') === 'confirmed')
  await pass(() => kit.store.get().transactions.find(({ hash }) => hash === 'old')?.isRecallable === undefined)
  expect(statusOf('old')).toBe('replaced')
})

it('counts the payment once if the block includes the old one after all', async () => {
  const { kit, statusOf, chain, pass } = setUp()
  await bumpFee(kit, order)
  chain.seen.old = { state: 'included', succeeded: true, isFinal: true }
  chain.seen.new = { state: 'replaced', by: 'old', same: true, succeeded: true, isFinal: true }
  await pass(() => statusOf('old') === 'confirmed')
  await pass(() => statusOf('new') === 'replaced')
})

it('makes no wallet request if it has settled since the review', async () => {
  const { kit, requests, chain, statusOf } = setUp()
  chain.raise = { refusal: 'settled' }
  expect(await bumpFee(kit, order)).toBeUndefined()
  expect(requests).toEqual([])
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', step: 'checking', trouble: 'refused' })
  expect(statusOf('old')).toBe('pending')
})

it('leaves the payment unchanged if the visitor rejects, or the wallet has another account', async () => {
  const { kit, wallet, requests, statusOf } = setUp()
  wallet.answer = () => Promise.reject(new KitError('user_rejected'))
  expect(await bumpFee(kit, order)).toBeUndefined()
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'declined' })
  wallet.accounts = [eoa('zoe')]
  expect(await bumpFee(kit, order)).toBeUndefined()
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'other_account' })
  expect(requests).toHaveLength(1)
  expect(kit.store.get().transactions).toHaveLength(1)
  expect(statusOf('old')).toBe('pending')
})

it('tracks what a wallet sends after the visitor stopped waiting', async () => {
  const { kit, wallet, statusOf, pass } = setUp()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.answer = () => promise
  const running = bumpFee(kit, order)
  await pass(() => kit.store.get().send.attempt.phase === 'asking')
  kit.store.send({ type: 'send/abandoned' })
  expect(kit.store.get().send.held).toBe(1)
  resolve('late')
  expect(await running).toBe('late')
  expect([statusOf('late'), statusOf('old')]).toEqual(['pending', 'replaced'])
  expect(kit.store.get().send.held).toBeUndefined()
})
