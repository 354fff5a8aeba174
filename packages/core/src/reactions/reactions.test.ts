import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf } from '../../test/puppetConnector.ts'
import type { setUpKit } from '../../test/setUpKit.ts'
import type { Event } from '../model/state.ts'
import type { Transaction } from '../model/transactions.ts'
import type { Reaction } from './reaction.ts'

const work = {
  alertDeveloper: vi.fn(),
  forgetAddresses: vi.fn(),
  matchRegistryWallets: vi.fn(),
  prefetch: vi.fn(),
  reconnectWallet: vi.fn(),
  refreshBalances: vi.fn(),
  restoreConnection: vi.fn(),
  restoreConnections: vi.fn(),
  switchConnection: vi.fn(),
  trackTransactions: vi.fn(),
}
const mocks = {
  '../features/account/forgetAddresses.ts': work,
  '../features/alert/alertDeveloper.ts': work,
  '../features/connect/matchRegistryWallets.ts': work,
  '../features/connect/reconnectWallet.ts': { ...work, reconnectWaitMs: 1 },
  '../features/connect/restoreConnections.ts': work,
  '../features/connect/switchConnection.ts': work,
  '../features/transactions/transactionTracking.ts': { transactionTracking: work },
  '../features/wallets/prefetch.ts': work,
}
// Test files share a process, and another one may have loaded the modules already: the reactions are loaded again, with the mocks.
type Reactions = Record<`reactTo${(typeof features)[number]}`, Reaction>
const features = ['Account', 'Connect', 'Modal', 'Network', 'Transaction'] as const
const reactions = {} as Reactions
const kits = {} as { setUpKit: typeof setUpKit }
beforeAll(async () => {
  vi.resetModules()
  for (const [path, module] of Object.entries(mocks)) vi.doMock(path, () => module)
  Object.assign(kits, await import('../../test/setUpKit.ts'))
  for (const name of features) Object.assign(reactions, await import(`./reactTo${name}.ts`))
})
afterAll(() => {
  for (const path of Object.keys(mocks)) vi.doUnmock(path)
  vi.resetModules()
})
beforeEach(() => void vi.clearAllMocks())

const address = `0x${'a'.repeat(40)}`
const place = { namespace: 'eip155', connectorId: 'io.puppet' } as const
const session = sessionOf(address, 'eip155:1')
const peer = { name: 'Puppet' }
const hash = `0x${'1'.repeat(64)}`
const transaction: Transaction = {
  hash,
  networkId: 'eip155:1',
  from: address,
  kind: 'send',
  status: 'confirmed',
  call: {},
  meant: { to: address, amount: '1', symbol: 'ETH', decimals: 18 },
  sentAt: 1,
}
const connector = { id: 'io.puppet', namespace: 'eip155', name: 'Puppet', type: 'INJECTED' } as const

type Row = [event: Event, reaction: keyof Reactions, started: (keyof typeof work)[], before?: Event[]]
const rows: Row[] = [
  [{ type: 'modal/opened', view: { name: 'Connect' } }, 'reactToModal', ['prefetch']],
  [{ type: 'wallets/listed', wallets: [] }, 'reactToConnect', ['matchRegistryWallets']],
  [{ type: 'walletConnect/resumed', peer }, 'reactToConnect', ['matchRegistryWallets']],
  [
    { type: 'walletConnect/settled', namespaces: ['eip155'], peer },
    'reactToConnect',
    ['matchRegistryWallets', 'reconnectWallet'],
  ],
  [{ type: 'connector/announced', connector }, 'reactToConnect', ['matchRegistryWallets']],
  [
    { type: 'connector/announced', connector },
    'reactToConnect',
    ['matchRegistryWallets', 'reconnectWallet'],
    [{ type: 'account/reconnecting', ...place }],
  ],
  [{ type: 'connections/heard', known: {} }, 'reactToConnect', ['forgetAddresses', 'restoreConnections']],
  [{ type: 'connection/left', by: 'user', ...place }, 'reactToConnect', ['forgetAddresses']],
  [{ type: 'account/disconnected', namespace: 'eip155', by: 'user' }, 'reactToAccount', ['forgetAddresses']],
  [
    { type: 'account/disconnected', namespace: 'eip155', by: 'user' },
    'reactToAccount',
    ['forgetAddresses', 'switchConnection'],
    [{ type: 'account/connected', how: 'user', ...place, ...session }],
  ],
  [
    { type: 'switch/failed', networkId: 'eip155:1', code: 'internal', message: '' },
    'reactToNetwork',
    ['alertDeveloper'],
  ],
  [{ type: 'transaction/heard', transactions: [] }, 'reactToTransaction', ['trackTransactions']],
  [{ type: 'transaction/sent', transaction }, 'reactToTransaction', ['trackTransactions']],
  [{ type: 'transaction/reopened', hash, at: 1 }, 'reactToTransaction', ['trackTransactions']],
  [
    { type: 'transaction/settled', hash, outcome: 'confirmed', at: 1 },
    'reactToTransaction',
    ['refreshBalances'],
    [{ type: 'transaction/heard', transactions: [transaction] }],
  ],
]

test.each(rows.map((row): [string, ...Row] => [`${row[0].type} starts ${row[2].join(' and ')}`, ...row]))(
  '%s',
  async (_, event, reaction, started, before = []) => {
    const { kit } = kits.setUpKit()
    for (const each of before) kit.store.send(each)
    kit.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
    // The kit's own work for these events, which it loads first.
    await vi.waitFor(() => expect(work.prefetch).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 20))
    vi.clearAllMocks()
    const now = kit.store.get()
    reactions[reaction](kit, [event, now, now], () => undefined)
    const called = () => Object.entries(work).flatMap(([name, fn]) => (fn.mock.calls.length > 0 ? [name] : []))
    await vi.waitFor(() => expect(called()).toEqual(started))
    kit.dispose()
  },
)
