import SafeAppsSDK, { type EIP712TypedData } from '@safe-global/safe-apps-sdk'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../../test/setUpKit.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { mergedConnectors } from '../../features/connect/mergedConnectors.ts'
import { fakePage } from '../../ports/fakePage.ts'

beforeAll(() =>
  Promise.all([
    import('../../chains/eip155/eip155.ts'),
    import('./connectorFor.ts'),
    import('./hosts.ts'),
    import('./safeConnector.ts'),
  ]),
)

const account = '0x7c3E5Aa0a7d8f4c3d2e1F0a9B8c7D6E5F4a3B2C1'
const friend = `0x${'ab'.repeat(20)}`
const proposal = `0x${'5a'.repeat(32)}`
const executed = `0x${'e7'.repeat(32)}`
const messageHash = `0x${'3d'.repeat(32)}`
const signature = `0x${'51'.repeat(65)}`
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

type Request = { id: string; method: string; params: unknown; env: unknown }
type Answers = Record<string, (params: never) => unknown>

const info = { safeAddress: account, chainId: 1, threshold: 2, owners: [friend], isReadOnly: false }
const call = { to: friend, value: '1000000000000000', data: '0x' }
const bundle = {
  version: '2.0.0',
  from: account,
  chainId: '0x1',
  calls: [{ to: friend, value: '0x38d7ea4c68000', data: '0x' }],
}
const typed: EIP712TypedData = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Order: [{ name: 'id', type: 'uint256' }] },
  primaryType: 'Order',
  message: { id: '7' },
}

/** A page inside a Safe's, which responds as Safe's page does. */
function setUp(answers: Answers = {}) {
  const requests: Request[] = []
  const all: Answers = {
    getSafeInfo: () => info,
    sendTransactions: () => ({ safeTxHash: proposal }),
    signMessage: () => ({ messageHash }),
    signTypedMessage: () => ({ messageHash }),
    getOffChainSignature: () => signature,
    getTxBySafeTxHash: () => ({ txStatus: 'SUCCESS', txHash: executed }),
    rpcCall: () => '0x10',
    ...answers,
  }
  const parent = {
    postMessage(request: Request) {
      requests.push(structuredClone(request))
      const { id, method, params } = request
      const answer = all[method]
      if (!answer) return
      try {
        say({ id, success: true, version: '1.18.0', data: answer(params as never) })
      } catch (e) {
        say({ id, success: false, version: '1.18.0', error: (e as Error).message })
      }
    },
  }
  const page = fakePage({ device: { iframe: true }, globals: { parent, self: {} } })
  const say = (data: unknown, source: object = parent) => {
    const event = new MessageEvent('message', { data: structuredClone(data) })
    Object.defineProperty(event, 'source', { value: source })
    page.page.events.dispatchEvent(event)
  }
  const { kit, clock } = setUpKit({ networks: [evmNetwork(1), evmNetwork(8453)], page })
  ends.push(() => kit.dispose())
  const connected = async () => {
    await vi.waitFor(() => expect(kit.connectors.get('eip155', 'safe-app')).toBeDefined())
    await connectWallet(kit, { connectorId: 'safe-app', namespace: 'eip155' })
    await until(kit, (state) => state.account.eip155.status === 'connected')
    requests.length = 0
    return kit.connectors.get('eip155', 'safe-app')!
  }
  /** Passes the time between polls. */
  const settle = async <T>(answer: Promise<T>): Promise<T> => {
    let isOver = false
    void answer.catch(() => {}).finally(() => (isOver = true))
    for (let turn = 0; turn < 200 && !isOver; turn++) {
      await new Promise((resolve) => setTimeout(resolve))
      clock.advance(15_000)
    }
    return answer
  }
  return { kit, parent, say, requests, connected, settle, page }
}
const withoutId = (requests: readonly Request[]) => requests.map(({ id: _, ...request }) => request)

/** The messages of Safe's own SDK for the same work. */
async function postedBySdk(run: (sdk: SafeAppsSDK) => Promise<unknown>): Promise<Omit<Request, 'id'>[]> {
  const posted: Request[] = []
  const events = new EventTarget()
  const parent = { postMessage: (request: Request) => void posted.push(structuredClone(request)) }
  vi.stubGlobal('window', { parent, crypto, addEventListener: events.addEventListener.bind(events) })
  void run(new SafeAppsSDK()).catch(() => {})
  await Promise.resolve()
  return withoutId(posted)
}

test('lists the Safe around the page first, and connects it as a smart account on its one network', async () => {
  const { kit, connected } = setUp()
  await connected()
  expect(mergedConnectors(kit.store.get())[0]).toMatchObject({ name: 'Safe', isHost: true })
  expect(kit.store.get().account.eip155).toMatchObject({
    address: account,
    type: 'smartAccount',
    connectorId: 'safe-app',
    approvedNetworkIds: ['eip155:1'],
  })
})

test('lists nothing for a parent that is silent, that answers something else, or that is not the parent', async () => {
  for (const answers of [{ getSafeInfo: undefined }, { getSafeInfo: () => ({ safeAddress: 'me', chainId: 1 }) }]) {
    const { kit, say, requests } = setUp(answers as Answers)
    await vi.waitFor(() => expect(requests.some(({ method }) => method === 'getSafeInfo')).toBe(true))
    const { id } = requests.find(({ method }) => method === 'getSafeInfo')!
    say({ id, success: true, version: '1.18.0', data: info }, {})
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(kit.connectors.get('eip155', 'safe-app')).toBeUndefined()
  }
})

describe('its messages are those of Safe’s own SDK', () => {
  test.each<[string, (sdk: SafeAppsSDK) => Promise<unknown>, string, unknown[], number?]>([
    ['a batch', (sdk) => sdk.txs.send({ txs: [call], params: {} }), 'wallet_sendCalls', [bundle]],
    ['a batch’s state', (sdk) => sdk.txs.getBySafeTxHash(proposal), 'wallet_getCallsStatus', [proposal]],
    ['a message', (sdk) => sdk.txs.signMessage('Hello'), 'personal_sign', ['0x48656c6c6f', account]],
    ['typed data', (sdk) => sdk.txs.signTypedMessage(typed), 'eth_signTypedData_v4', [account, JSON.stringify(typed)]],
    ['a signature', (sdk) => sdk.safe.getOffChainSignature(messageHash), 'personal_sign', ['0x48656c6c6f', account]],
    ['the Safe', (sdk) => sdk.safe.getInfo(), 'eth_accounts', []],
    [
      'a setting',
      (sdk) => sdk.eth.setSafeSettings([{ offChainSigning: true }]),
      'personal_sign',
      ['0x48656c6c6f', account],
    ],
    ['a read', (sdk) => sdk.eth.getGasPrice(), 'eth_gasPrice', []],
  ])('for %s', async (_, bySdk, method, params) => {
    const { connected, requests, settle } = setUp()
    const safe = await connected()
    await settle(safe.request('eip155:1', method, params))
    expect(withoutId(requests)).toContainEqual((await postedBySdk(bySdk))[0])
  })
})

test('waits for the other owners, and then names the transaction that executed a batch', async () => {
  let details: unknown = {
    txStatus: 'AWAITING_CONFIRMATIONS',
    txHash: null,
    detailedExecutionInfo: { confirmationsRequired: 2, confirmations: [{ signer: friend }] },
  }
  const { connected } = setUp({ getTxBySafeTxHash: () => details })
  const safe = await connected()
  const status = () => safe.request('eip155:1', 'wallet_getCallsStatus', [proposal])
  expect(await safe.request('eip155:1', 'wallet_sendCalls', [bundle])).toEqual({ id: proposal })
  expect(await status()).toEqual({ id: proposal, status: 100, signers: { have: 1, need: 2 } })
  details = { txStatus: 'AWAITING_EXECUTION', txHash: null, detailedExecutionInfo: null }
  expect(await status()).toEqual({ id: proposal, status: 100 })
  details = { txStatus: 'SUCCESS', txHash: executed }
  expect(await status()).toEqual({
    id: proposal,
    status: 200,
    receipts: [{ transactionHash: executed, status: '0x1' }],
  })
  details = { txStatus: 'FAILED', txHash: executed }
  expect(await status()).toMatchObject({ status: 500, receipts: [{ transactionHash: executed, status: '0x0' }] })
  details = { txStatus: 'CANCELLED' }
  expect(await status()).toEqual({ id: proposal, status: 400 })
})

test('resolves a single transaction with the hash of its execution, once owners have approved', async () => {
  let polls = 0
  const { connected, settle } = setUp({
    getTxBySafeTxHash: () =>
      ++polls < 4 ? { txStatus: 'AWAITING_CONFIRMATIONS' } : { txStatus: 'SUCCESS', txHash: executed },
  })
  const safe = await connected()
  const sent = safe.request('eip155:1', 'eth_sendTransaction', [{ from: account, to: friend, value: '0x1' }])
  expect(await settle(sent)).toBe(executed)
  expect(polls).toBe(4)
})

test('ends a wait if the caller gives up', async () => {
  const { connected, settle } = setUp({ getTxBySafeTxHash: () => ({ txStatus: 'AWAITING_CONFIRMATIONS' }) })
  const safe = await connected()
  const over = new AbortController()
  const sent = safe.request('eip155:1', 'eth_sendTransaction', [{ from: account, to: friend }], over.signal)
  over.abort()
  await expect(settle(sent)).rejects.toMatchObject({ code: 'aborted' })
})

test('signs by the owners’ signatures, or by a transaction where the Safe keeps them on chain', async () => {
  let signed = ''
  let signing: unknown = { messageHash }
  const { connected, settle, requests } = setUp({
    signMessage: () => signing,
    getOffChainSignature: () => {
      const answer = signed
      signed = signature
      return answer
    },
  })
  const safe = await connected()
  const sign = () => settle(safe.request('eip155:1', 'personal_sign', ['0xff00', account]))
  expect(await sign()).toBe(signature)
  expect(requests.filter(({ method }) => method === 'getOffChainSignature')).toHaveLength(2)
  // Not UTF-8: it stays as it is.
  expect(requests.find(({ method }) => method === 'signMessage')!.params).toEqual({ message: '0xff00' })
  signing = { safeTxHash: proposal }
  expect(await sign()).toBe('0x')
})

describe('rejects', () => {
  const request = async (answers: Answers, method: string, params: unknown[]) => {
    const { connected, settle, requests } = setUp(answers)
    const safe = await connected()
    const answer = await settle(safe.request('eip155:1', method, params)).catch((e: unknown) => e)
    return { answer, sent: requests.filter(({ method: name }) => /send|sign/.test(name)) }
  }
  const no = () => {
    throw new Error('User rejected the request')
  }

  test.each<[string, Answers, string, unknown[], string]>([
    ['a batch that the visitor rejects', { sendTransactions: no }, 'wallet_sendCalls', [bundle], 'user_rejected'],
    ['a message that the visitor rejects', { signMessage: no }, 'personal_sign', ['0x48', account], 'user_rejected'],
    [
      'a response without a hash',
      { sendTransactions: () => ({}) },
      'wallet_sendCalls',
      [bundle],
      'wallet_answer_invalid',
    ],
    [
      'a hash that is none',
      { sendTransactions: () => ({ safeTxHash: '0x12' }) },
      'wallet_sendCalls',
      [bundle],
      'wallet_answer_invalid',
    ],
    [
      'a signature that is none',
      { getOffChainSignature: () => 'yes' },
      'personal_sign',
      ['0x48', account],
      'wallet_answer_invalid',
    ],
    ['methods that a Safe lacks', {}, 'eth_signTransaction', [{}], 'wallet_method_unsupported'],
  ])('%s', async (_, answers, method, params, code) => {
    expect((await request(answers, method, params)).answer).toMatchObject({ code })
  })

  test.each<[string, Answers, unknown]>([
    ['another account', {}, { ...bundle, from: friend }],
    ['another chain', {}, { ...bundle, chainId: '0x2105' }],
    ['a visitor who owns no key of the Safe', { getSafeInfo: () => ({ ...info, isReadOnly: true }) }, bundle],
    ['a call without a recipient', {}, { ...bundle, calls: [{ data: '0x6000' }] }],
    ['a call with a fraction', {}, { ...bundle, calls: [{ to: friend, value: '1.5' }] }],
    ['no calls', {}, { from: account }],
  ])('%s, and sends nothing', async (_, answers, given) => {
    const { answer, sent } = await request(answers, 'wallet_sendCalls', [given])
    expect(answer).toBeInstanceOf(Error)
    expect(sent).toEqual([])
  })
})
