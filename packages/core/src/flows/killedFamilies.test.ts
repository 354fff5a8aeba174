import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAtAwaits } from '../../test/endAtAwaits.ts'
import { type PayingWorld, payingWorlds } from '../../test/payingWorlds.ts'
import { eoa, puppetConnector, sessionOf } from '../../test/puppetConnector.ts'
import { bitcoinNetwork, setUpKit, solanaNetwork } from '../../test/setUpKit.ts'
import type { ChainQuery } from '../chains/chainQuery.ts'
import { sendTransfer } from '../features/send/sendTransfer.ts'
import { needTransfers } from '../features/send/transfersQuery.ts'
import type { Kit } from '../kit.ts'
import { embeddedId, infoOf } from '../model/connector.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { deleteRequest, isSameRequest } from './pendingRequests.ts'

// As `killedAnywhere`, for families whose wallets sign and the kit sends: a signed transaction may be lost with its
// page, or arrive late.

const { stackTraceLimit } = Error
beforeAll(async () => {
  Error.stackTraceLimit = 0
  await Promise.all([
    import('../chains/bip122/bip122.ts'),
    import('../chains/bip122/sendTransfers.ts'),
    import('../chains/solana/solana.ts'),
    import('../chains/solana/sendTransfers.ts'),
    import('../chains/solana/blockhashLife.ts'),
    import('../chains/solana/findSent.ts'),
    import('../chains/polkadot/polkadot.ts'),
    import('../chains/polkadot/sendTransfers.ts'),
    import('../features/transactions/transactionTracking.ts'),
    import('../features/balances/movedTokens.ts'),
  ])
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

const networks = [
  bitcoinNetwork,
  solanaNetwork,
  {
    ...bitcoinNetwork,
    ...{ id: '68d56f15f85d3136970ec16946040bc1', chainNamespace: 'polkadot', name: 'Asset Hub' },
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  },
].map((network) => ({ ...network, caipNetworkId: undefined }))

const ends = ['killed', 'frozen', 'opened twice'] as const
const wallets = ['extension', 'phone', 'embedded'] as const
const acts = ['sends', 'rejects', 'speeds up', 'cancels', 'sends late', 'never answers'] as const
type Family = keyof typeof payingWorlds
type Case = {
  family: Family
  end: (typeof ends)[number]
  wallet: (typeof wallets)[number]
  act: (typeof acts)[number]
  at: number
}
/** The embedded wallet has accounts on EVM (`killedAnywhere`) and Solana. */
const walletsOf = (family: Family) => wallets.filter((wallet) => wallet !== 'embedded' || family === 'solana')
const idOf = (wallet: Case['wallet']) => (wallet === 'embedded' ? embeddedId : 'io.puppet')
/** Only if transactions can be replaced. */
const actsOf = (family: Family) => acts.filter((act) => family === 'bip122' || !/speeds up|cancels/.test(act))

type WalletResponse = { result: unknown } | { isRejected: true }
/** Signatures are verified in worker threads: earlier requests have completed after this one. */
const turn = async () => {
  await crypto.subtle.digest('SHA-256', new Uint8Array(1))
  await new Promise((done) => setImmediate(done))
}
const turns = async (count: number) => {
  for (let at = 0; at < count; at++) await turn()
}

/** A wallet that outlives pages: holds requests, and responds to the current page. */
function walletOn(world: PayingWorld) {
  let count = 0
  let acted = false
  const held: {
    id: number
    request: { method: string; params: unknown }
    answer: (response: WalletResponse) => void
  }[] = []
  return {
    held,
    acted: () => acted,
    ask(request: (typeof held)[number]['request'], answer: (response: WalletResponse) => void) {
      held.push({ id: ++count, request, answer })
      return count
    },
    async act(act: Case['act']) {
      const one = held.shift()
      if (one) acted = true
      if (!one || act === 'never answers') return
      if (act === 'rejects') return one.answer({ isRejected: true })
      one.answer({ result: await world.sign(one.request) })
      if (act !== 'speeds up' && act !== 'cancels') return
      // Once the page has sent it.
      await turns(30)
      world.replace?.(act === 'cancels')
    },
  }
}

async function answerHttp(question: ChainQuery, answer: (question: ChainQuery) => Promise<unknown>) {
  try {
    const result = await answer(question)
    if ('path' in question) return { body: typeof result === 'string' ? result : JSON.stringify(result) }
    return { body: { jsonrpc: '2.0', id: 1, result } }
  } catch (e) {
    if (!(e instanceof KitError)) return { body: { jsonrpc: '2.0', id: 1, error: e } }
    return { status: e.code === 'not_found' ? 404 : 400, body: e.message }
  }
}

async function run({ family, end, wallet: kind, act, at }: Case) {
  const world = payingWorlds[family]()
  const { transfer } = world
  const { networkId, from } = transfer
  const { namespace } = parseCaipNetworkId(networkId)
  const wallet = walletOn(world)
  const [storage, clock] = [fakeStorage(), fakeClock()]
  const mailbox = new Map<number, WalletResponse>()
  const kits: Kit[] = []
  for (let block = 0; block < 3; block++) world.mine()

  /** A page; once it has ended, it receives and stores nothing. */
  function open(endAt = Number.POSITIVE_INFINITY) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const page = {
      ...{ awaits: 0, isOver: false, ended },
      thaw: () => undefined as unknown,
      reached: (_awaits: number) => {},
    }
    const thawed = new Promise<void>((done) => {
      page.thaw = done
    })
    const gate = async <T>(work: () => Promise<T> | T): Promise<T> => {
      page.awaits += 1
      page.reached(page.awaits)
      if (page.awaits >= endAt) page.isOver = true
      if (page.isOver) end()
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
    const http = fakeHttp(async ({ url, method, body }) => {
      const post = method === 'POST' ? { post: body ?? '' } : {}
      const question = family === 'bip122' ? { path: new URL(url).pathname, ...post } : JSON.parse(body ?? '{}')
      return answerHttp(question, (query) => gate(() => world.answer(query)))
    })
    const { kit } = setUpKit({ storage: ownStorage as typeof storage, clock, http, networks })
    kits.push(kit)
    const { connector } = puppetConnector(
      { namespace, id: idOf(kind) },
      {
        accounts: () => gate(() => [eoa(from)]),
        request: (_, method, params) =>
          // From here on the wallet has it, even if the page ends.
          gate(
            () =>
              new Promise((resolve, reject) => {
                if (!/sign/i.test(method)) return reject(new KitError('unknown_method'))
                const id = wallet.ask({ method, params }, (response) => {
                  mailbox.set(id, response)
                  if ('result' in response) resolve(response.result)
                  else reject(new KitError('user_rejected'))
                })
                if (kind === 'phone')
                  kit.store.send({ type: 'walletConnect/requestSent', request: { id, method, networkId } })
              }),
          ),
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
    const place = { namespace, connectorId: connector.id } as const
    kit.store.send({ type: 'account/connected', ...place, how: 'user', ...sessionOf(from, networkId) })
    kit.store.send({ type: 'network/namespaceActivated', namespace })
    return { kit, page, connector }
  }
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 15) {
      await turns(6)
      world.mine()
      clock.advance(15_000)
    }
    await turns(20)
  }
  /** Until the wallet has a request, or none will come. */
  const untilHeld = async (sending: Promise<unknown>) => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    sending.then(end, end)
    for (let waited = 0; waited < 2_000 && wallet.held.length === 0 && !isOver; waited++) await turn()
  }
  const transfers = await needTransfers(open().kit.chains[namespace])
  const orderNow = async () => ({
    plan: await transfers.plan(transfer, async (question) => world.answer(question)),
    source: { connectorId: idOf(kind), ...eoa(from) },
  })

  const first = open(end === 'opened twice' ? undefined : at)
  let second: ReturnType<typeof open> | undefined
  if (end === 'opened twice')
    first.page.reached = (awaits) => {
      if (awaits === at) second = open()
    }
  const sending = sendTransfer(first.kit, await orderNow()).catch(() => undefined)
  await untilHeld(Promise.race([sending, first.page.ended]))
  if (end === 'killed') {
    first.page.isOver = true
    await turn()
    first.kit.dispose()
    // The embedded wallet is a frame of the page.
    if (kind === 'embedded') wallet.held.length = 0
  }
  if (act !== 'sends late') await wallet.act(act)
  // The visitor returns.
  const { kit } = second ?? open()
  await pass(60)
  if (act === 'sends late') await wallet.act('sends')
  await pass(180)
  const acted = wallet.acted()

  // The visitor follows the kit's status.
  const statuses = () => kit.store.get().transactions.map(({ status }) => status)
  const payment = { networkId, from, to: transfer.to, amount: transfer.amount }
  const pending = isSameRequest(kit, payment)
  const { paid } = world
  for (const status of statuses()) {
    if (status === 'confirmed') expect(paid()).toBe(1)
    if (status === 'replaced' || status === 'failed' || status === 'expired') expect(paid()).toBe(0)
  }
  const isOpen = statuses().some((status) => !['confirmed', 'replaced', 'failed', 'expired'].includes(status))
  if (!statuses().includes('confirmed') && !isOpen) {
    if (pending) {
      // The same payment is blocked until the visitor has checked the wallet.
      expect(await sendTransfer(kit, await orderNow())).toBe(false)
      expect(kit.store.get().send.attempt).toMatchObject({ phase: 'failed', trouble: 'asked' })
    }
    if (!pending || paid() === 0) {
      // The visitor rejects what is pending there.
      await wallet.act('rejects')
      if (pending) deleteRequest(kit, pending.id)
      const again = sendTransfer(kit, await orderNow())
      await untilHeld(again)
      await wallet.act('sends')
      await again
      await pass(180)
    }
  }
  // A page that only slept wakes up, and changes nothing.
  first.page.isOver = false
  first.page.thaw()
  await pass(60)
  const result = { paid: paid(), words: statuses(), awaits: first.page.awaits, acted }
  for (const each of kits) each.dispose()
  return result
}

const cases = (Object.keys(payingWorlds) as Family[]).flatMap((family) =>
  ends.flatMap((end) =>
    walletsOf(family).flatMap((wallet) => {
      const unasked = new Set<number>()
      return actsOf(family).map((act) => ({ family, end, wallet, act, unasked }))
    }),
  ),
)

test.each(cases)(
  '$family: pays at most once, and states nothing false, when the page is $end and the $wallet $act',
  async ({ unasked, ...one }) => {
    const whole = await run({ ...one, at: Number.POSITIVE_INFINITY })
    expect(whole.paid, JSON.stringify(whole)).toBe(1)
    await endAtAwaits({ last: Math.min(whole.awaits, 24), unasked }, async (at) => {
      const result = await run({ ...one, at })
      expect(result.paid, JSON.stringify({ at, ...result })).toBe(1)
      return result
    })
  },
)
