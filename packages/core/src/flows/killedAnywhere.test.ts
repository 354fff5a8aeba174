import { KitError } from '@billfold/protocol/error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAtAwaits } from '../../test/endAtAwaits.ts'
import { type EvmTx, evmWorld } from '../../test/evmWorld.ts'
import { eoa, puppetConnector, sessionOf } from '../../test/puppetConnector.ts'
import { setUpKit } from '../../test/setUpKit.ts'
import { connectorId, friend, me, planOf } from '../../test/setUpSend.ts'
import { sendTransfer } from '../features/send/sendTransfer.ts'
import type { Kit } from '../kit.ts'
import { embeddedId, infoOf } from '../model/connector.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { deleteRequest, isSameRequest } from './pendingRequests.ts'

// The page ends at any await, and the wallet does anything. The visitor wants to pay once, and follows the kit's
// messages.

beforeAll(async () => {
  await Promise.all([
    import('../chains/eip155/eip155.ts'),
    import('../chains/eip155/sendTransfers.ts'),
    import('../chains/eip155/findSent.ts'),
    import('../chains/eip155/swapCalls.ts'),
    import('../features/balances/movedTokens.ts'),
    import('../features/transactions/transactionTracking.ts'),
  ])
})
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const ends = ['killed', 'frozen', 'opened twice'] as const
const wallets = ['extension', 'phone', 'embedded', 'embedded key'] as const
const acts = ['sends', 'rejects', 'speeds up', 'cancels', 'sends late', 'never answers'] as const
type Case = { end: (typeof ends)[number]; wallet: (typeof wallets)[number]; act: (typeof acts)[number]; at: number }

/** The embedded wallet replaces no transaction: a smart account sends operations, and an account with its own key sends each request as it is. */
const isEmbedded = (wallet: Case['wallet']) => wallet === 'embedded' || wallet === 'embedded key'
const actsOf = (wallet: Case['wallet']) =>
  isEmbedded(wallet) ? acts.filter((act) => act !== 'speeds up' && act !== 'cancels') : acts
const idOf = (wallet: Case['wallet']) => (isEmbedded(wallet) ? embeddedId : connectorId)
const [bundler, entryPoint] = [`0x${'b0'.repeat(20)}`, '0x0000000071727de22e5e9d8baf0edac6f37da032']

const hashOf = (n: number) => `0x${(n + 1).toString(16).padStart(64, '0')}`
const payment = { networkId: 'eip155:1', from: me, to: friend, amount: 1n } as const
const turn = () => new Promise((done) => setImmediate(done))

/** A wallet that outlives pages: holds requests, and responds to the current page. */
function walletOn(chain: ReturnType<typeof evmWorld>, kind: Case['wallet']) {
  let count = 0
  let nonce = 0
  let acted = false
  const held: { id: number; answer: (response: { result: string } | { isRejected: true }) => void }[] = []
  const sent: EvmTx[] = []
  const operations = new Map<string, string>()
  return {
    held,
    acted: () => acted,
    paid: () => sent.filter(({ to }) => to === friend || to === entryPoint).length,
    /** The status of its batches. */
    statusOf: (id: string) => {
      const transactionHash = operations.get(id)
      return transactionHash ? { status: 200, receipts: [{ transactionHash, status: '0x1' }] } : { status: 100 }
    },
    ask: (answer: (typeof held)[number]['answer']) => {
      held.push({ id: ++count, answer })
      return count
    },
    act(act: Case['act']) {
      const one = held.shift()
      if (one) acted = true
      if (!one || act === 'never answers') return
      if (act === 'rejects') return one.answer({ isRejected: true })
      if (kind === 'embedded') {
        const tx: EvmTx = { hash: hashOf(nonce), from: bundler, to: entryPoint, value: 0n, input: '0x', nonce: nonce++ }
        const id = `operation-${nonce}`
        operations.set(id, tx.hash)
        sent.push(tx)
        chain.mine(tx)
        return one.answer({ result: id })
      }
      const tx: EvmTx = { hash: hashOf(2 * nonce), from: me, to: friend, value: 1n, input: '0x', nonce }
      const other = { ...tx, hash: hashOf(2 * nonce + 1) }
      const mined = act === 'cancels' ? { ...other, to: me, value: 0n } : act === 'speeds up' ? other : tx
      nonce += 1
      sent.push(mined)
      chain.mine(mined)
      one.answer({ result: tx.hash })
    },
  }
}

async function run({ end, wallet: kind, act, at }: Case) {
  const chain = evmWorld({ head: 100, finalDepth: 4 })
  const wallet = walletOn(chain, kind)
  const [storage, clock] = [fakeStorage(), fakeClock()]
  const mailbox = new Map<number, { result: string } | { isRejected: true }>()
  const kits: Kit[] = []

  /** A page; once it has ended, it receives and stores nothing. */
  function open(endAt = Number.POSITIVE_INFINITY) {
    const page = { awaits: 0, isOver: false, thaw: () => undefined as unknown, reached: (_awaits: number) => {} }
    const thawed = new Promise<void>((done) => {
      page.thaw = done
    })
    const gate = async <T>(work: () => Promise<T> | T): Promise<T> => {
      page.awaits += 1
      page.reached(page.awaits)
      if (page.awaits >= endAt) page.isOver = true
      if (page.isOver) await thawed
      const result = await work()
      if (page.isOver) await thawed
      return result
    }
    const tab = storage.tab()
    const ownStorage = {
      ...storage,
      tab: () => ({ ...tab, set: (key: string, value?: string) => page.isOver || tab.set(key, value) }),
    }
    const answer = (method: string, params: unknown): unknown => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_getBalance' || method === 'eth_gasPrice') return '0x8ac7230489e80000'
      if (method === 'eth_estimateGas') return '0x5208'
      if (method === 'eth_getCode' && kind === 'embedded') return (params as [string])[0] === me ? '0x60' : '0x'
      if (method === 'wallet_getCapabilities') return { '0x1': { atomic: { status: 'supported' } } }
      if (method === 'wallet_getCallsStatus') return wallet.statusOf((params as [string])[0])
      if (method === 'eth_maxPriorityFeePerGas') return '0x1'
      const [block] = params as [unknown]
      if (method === 'eth_getBlockByNumber' && block === 'latest') return { baseFeePerGas: '0x1', transactions: [] }
      return chain.askNode({})({ method, params })
    }
    const http = fakeHttp(async ({ body }: { body?: string | undefined }) => {
      const { method, params } = JSON.parse(body ?? '{}') as { method: string; params: unknown }
      return { body: { jsonrpc: '2.0', id: 1, result: await gate(() => answer(method, params)) } }
    })
    const { kit } = setUpKit({ storage: ownStorage as typeof storage, clock, http })
    kits.push(kit)
    const { connector } = puppetConnector(
      { id: idOf(kind) },
      {
        accounts: () => gate(() => [eoa(me)]),
        async request(networkId, method, params) {
          if (method !== 'eth_sendTransaction' && method !== 'wallet_sendCalls')
            return gate(() => answer(method, params))
          // From here on the wallet has it, even if the page ends.
          return gate(
            () =>
              new Promise((resolve, reject) => {
                const id = wallet.ask((response) => {
                  mailbox.set(id, response)
                  if ('result' in response) resolve(response.result)
                  else reject(new KitError('user_rejected'))
                })
                if (kind === 'phone')
                  kit.store.send({ type: 'walletConnect/requestSent', request: { id, method, networkId } })
              }),
          )
        },
      },
    )
    if (kind === 'phone')
      kit.walletConnect = {
        ...({} as NonNullable<Kit['walletConnect']>),
        expect: ({ id }) => {
          const answer = mailbox.get(id)
          if (answer) kit.store.send({ type: 'walletConnect/answeredLate', id, answer })
        },
      }
    kit.connectors.add(connector)
    kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
    const place = { namespace: 'eip155', connectorId: connector.id } as const
    kit.store.send({ type: 'account/connected', ...place, how: 'user', ...sessionOf(me) })
    return { kit, page }
  }
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 15) {
      for (let turns = 0; turns < 3; turns++) await turn()
      chain.mine()
      clock.advance(15_000)
    }
    for (let turns = 0; turns < 6; turns++) await turn()
  }
  const type = kind === 'embedded' ? ('smartAccount' as const) : ('eoa' as const)
  const order = { plan: planOf(), source: { connectorId: idOf(kind), address: me, type } }

  const first = open(end === 'opened twice' ? undefined : at)
  let second: ReturnType<typeof open> | undefined
  if (end === 'opened twice')
    first.page.reached = (awaits) => {
      if (awaits === at) second = open()
    }
  void sendTransfer(first.kit, order).catch(() => undefined)
  for (let turns = 0; turns < 40 && wallet.held.length === 0; turns++) await turn()
  if (end === 'killed') {
    first.page.isOver = true
    await turn()
    first.kit.dispose()
    // The embedded wallet is a frame of the page.
    if (isEmbedded(kind)) wallet.held.length = 0
  }
  if (act !== 'sends late') wallet.act(act)
  // The visitor returns.
  const { kit } = second ?? open()
  await pass(60)
  if (act === 'sends late') wallet.act('sends')
  await pass(120)
  const acted = wallet.acted()

  // The visitor follows the kit's status.
  const statuses = kit.store.get().transactions.map(({ status }) => status)
  const pending = isSameRequest(kit, payment)
  const { paid } = wallet
  for (const status of statuses) {
    if (status === 'confirmed') expect(paid()).toBe(1)
    if (status === 'replaced' || status === 'failed' || status === 'expired') expect(paid()).toBe(0)
  }
  const isOpen = statuses.some((status) => !['confirmed', 'replaced', 'failed', 'expired'].includes(status))
  const isPaid = statuses.includes('confirmed')
  if (!isPaid && !isOpen) {
    if (pending) {
      // The same payment is blocked until the visitor has checked the wallet.
      expect(await sendTransfer(kit, order)).toBe(false)
      expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'asked' })
    }
    if (!pending || paid() === 0) {
      // The visitor rejects what is pending there.
      wallet.act('rejects')
      if (pending) deleteRequest(kit, pending.id)
      const again = sendTransfer(kit, order)
      for (let turns = 0; turns < 2_000 && wallet.held.length === 0; turns++) await turn()
      wallet.act('sends')
      await again
      await pass(60)
    }
  }
  // A page that only slept wakes up, and changes nothing.
  first.page.isOver = false
  first.page.thaw()
  await pass(30)
  const result = {
    paid: paid(),
    words: kit.store.get().transactions.map(({ status }) => status),
    awaits: first.page.awaits,
    acted,
  }
  for (const each of kits) each.dispose()
  return result
}

const cases = ends.flatMap((end) =>
  wallets.flatMap((wallet) => {
    const unasked = new Set<number>()
    return actsOf(wallet).map((act) => ({ end, wallet, act, unasked }))
  }),
)

test.each(cases)(
  'pays at most once, and states nothing false, when the page is $end and the $wallet $act',
  async ({ unasked, ...one }) => {
    const isRight = ({ paid, words }: Awaited<ReturnType<typeof run>>) =>
      // A payment cancelled before any node had it: all that is known is that no node has it.
      paid === 1 || (one.act === 'cancels' && paid === 0 && words.join() === 'missing')
    const whole = await run({ ...one, at: Number.POSITIVE_INFINITY })
    expect(whole).toSatisfy(isRight)
    await endAtAwaits({ last: Math.min(whole.awaits, 24), unasked }, async (at) => {
      const result = await run({ ...one, at })
      expect({ at, ...result }).toSatisfy(isRight)
      return result
    })
  },
)
