import { afterEach, beforeAll, expect, test } from 'vitest'
import { eoa, puppetConnector } from '../../test/puppetConnector.ts'
import { setUpKit } from '../../test/setUpKit.ts'
import type { Chain } from '../chains/chain.ts'
import type { TransactionStatus, TransferPlan, Transfers } from '../chains/transfers.ts'
import { sendTransfer } from '../features/send/sendTransfer.ts'
import type { Kit } from '../kit.ts'
import { infoOf } from '../model/connector.ts'
import { deleteRequest, pendingRequests } from './pendingRequests.ts'

// Preloaded, since these tests do not wait for imports.
beforeAll(() => import('../features/transactions/transactionTracking.ts'))
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

/** A family unlike EVM: no contract calls, no nonces, wallets that sign without sending, and reorganizations. */
function pebbles() {
  const chain = { sightings: [] as TransactionStatus[], looks: [] as unknown[], taken: [] as unknown[] }
  const transfers: Transfers = {
    parseRecipient: (text) => text.trim(),
    parseRequest: () => undefined,
    isBurn: () => false,
    balance: async () => 1000n,
    plan: async (transfer) => plan(transfer),
    most: async ({ balance }) => balance - 1n,
    roughFee: async () => 1n,
    request: ({ pebbles: count, hole }) => ({ method: 'sign_pebbles', params: { count, hole } }),
    async readSent(answer, call) {
      chain.taken.push({ answer, call })
      return { hash: `named-${answer}`, trace: { until: 70 } }
    },
    async look(sent) {
      chain.looks.push(sent)
      return (chain.sightings.length > 1 ? chain.sightings.shift() : chain.sightings[0]) ?? { state: 'unknown' }
    },
  }
  const family: Chain = {
    namespace: 'bip122',
    parseAddress: (text) => text,
    signing: () => undefined,
    signMessage: () => ({ method: 'sign', params: [] }),
    readSignature: async () => '',
    transfers: async () => transfers,
  }
  return { chain, family }
}
const plan = (transfer: TransferPlan['transfer']): TransferPlan => ({
  transfer,
  call: {
    pebbles: [
      [1, 'a'],
      [2, 'b'],
    ],
    hole: transfer.to,
  },
  fee: { most: 2n, likely: 1n },
  arrives: transfer.amount,
  isContract: false,
})
const order = {
  plan: plan({ networkId, from: 'nest-of-ann', to: 'nest-of-bob', amount: 5n, token: { symbol: 'PBL', decimals: 3 } }),
  source: { connectorId: 'io.puppet', ...eoa('nest-of-ann') },
}

function setUp(...sightings: TransactionStatus[]) {
  const { chain, family } = pebbles()
  const wallet = { signs: async (): Promise<unknown> => 'signed' }
  chain.sightings.push(...sightings)
  const set = setUpKit({ networks: [network] })
  kits.push(set.kit)
  const { kit } = set
  kit.chains.bip122 = async () => family
  const requests: unknown[] = []
  const { connector } = puppetConnector(
    { namespace: 'bip122' },
    {
      accounts: async () => [eoa('nest-of-ann')],
      async request(_, method, params) {
        requests.push({ method, params })
        return wallet.signs()
      },
    },
  )
  kit.connectors.add(connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  const session = {
    accounts: [eoa('nest-of-ann')],
    networkId,
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  } as const
  kit.store.send({ type: 'account/connected', namespace: 'bip122', connectorId: connector.id, how: 'user', ...session })
  const seen: string[] = []
  kit.store.onEvent(() => {
    const [first] = kit.store.get().transactions
    const now = first ? `${first.status}${first.isRecallable ? '?' : ''}` : ''
    if (now && seen.at(-1) !== now) seen.push(now)
  })
  const pass = async (isSo: () => boolean) => {
    for (let round = 0; round < 300 && !isSo(); round++) {
      await new Promise((done) => setImmediate(done))
      set.clock.advance(1000)
    }
  }
  return { ...set, chain, family, wallet, requests, seen, pass }
}

test('broadcasts for a wallet that only signs, and stores its format unchanged', async () => {
  const { kit, chain, requests, seen, storage, pass } = setUp(
    { state: 'pending', trace: { until: 71 } },
    { state: 'included', succeeded: true, isFinal: true },
  )
  expect(await sendTransfer(kit, order)).toBe(true)
  const { call } = order.plan
  expect(requests).toEqual([{ method: 'sign_pebbles', params: { count: call.pebbles, hole: 'nest-of-bob' } }])
  expect(chain.taken).toEqual([{ answer: 'signed', call }])
  await pass(() => seen.includes('confirmed'))
  expect(seen).toEqual(['pending', 'confirmed'])
  const sent = { hash: 'named-signed', from: 'nest-of-ann', call }
  expect(chain.looks).toEqual([
    { ...sent, trace: { until: 70 } },
    { ...sent, trace: { until: 71 } },
  ])
  const [kept] = JSON.parse(storage.values.get('@billfold/transactions') ?? '[]')
  expect(kept).toMatchObject({ ...sent, trace: { until: 71 }, status: 'confirmed' })
})

test('reports an included transaction at once, and tracks it until final', async () => {
  const { kit, chain, seen, pass } = setUp(
    { state: 'included', succeeded: true, isFinal: false },
    { state: 'included', succeeded: true, isFinal: false },
    { state: 'included', succeeded: true, isFinal: true },
  )
  await sendTransfer(kit, order)
  await pass(() => seen.at(-1) === 'confirmed')
  expect(seen).toEqual(['pending', 'confirmed?', 'confirmed'])
  const { length } = chain.looks
  let rounds = 0
  await pass(() => rounds++ > 40)
  expect(chain.looks).toHaveLength(length)
})

test('marks a reorganized transaction as pending again, and reports its final outcome', async () => {
  const { kit, seen, pass } = setUp(
    { state: 'included', succeeded: true, isFinal: false },
    { state: 'pending' },
    { state: 'included', succeeded: false, isFinal: false },
    { state: 'included', succeeded: false, isFinal: true },
  )
  await sendTransfer(kit, order)
  await pass(() => seen.at(-1) === 'failed')
  expect(seen).toEqual(['pending', 'confirmed?', 'pending', 'failed?', 'failed'])
  expect(kit.store.get().transactions[0]).not.toHaveProperty('isRecallable')
})

test('expires a transaction that came too late, and stops polling', async () => {
  const { kit, chain, seen, pass } = setUp({ state: 'pending' }, { state: 'expired' })
  await sendTransfer(kit, order)
  await pass(() => seen.includes('expired'))
  expect(seen).toEqual(['pending', 'expired'])
  const { length } = chain.looks
  let rounds = 0
  await pass(() => rounds++ > 40)
  expect(chain.looks).toHaveLength(length)
})

test('broadcasts nothing once the visitor said in another page that it was not sent', async () => {
  const { kit, chain, family, wallet, requests } = setUp()
  family.signing = () => ({ sends: false })
  const signed = Promise.withResolvers<string>()
  wallet.signs = () => signed.promise
  const sending = sendTransfer(kit, order)
  await expect.poll(() => requests.length).toBe(1)
  for (const { id } of pendingRequests(kit)) deleteRequest(kit, id)
  signed.resolve('signed')
  expect(await sending).toBe(false)
  expect(chain.taken).toEqual([])
  expect(kit.store.get().transactions).toEqual([])
})

test('continues with a signed transaction that another page received first', async () => {
  const { kit, chain, family, wallet, requests, storage } = setUp()
  family.signing = () => ({ sends: false })
  const signed = Promise.withResolvers<string>()
  wallet.signs = () => signed.promise
  const sending = sendTransfer(kit, order)
  await expect.poll(() => requests.length).toBe(1)
  const [request] = pendingRequests(kit)
  storage.values.set('@billfold/transactions', JSON.stringify([{ requests: request!.id }]))
  deleteRequest(kit, request!.id)
  signed.resolve('signed')
  expect(await sending).toBe(true)
  expect(chain.taken).toHaveLength(1)
})
