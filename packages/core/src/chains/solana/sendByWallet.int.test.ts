import { deriveDevKeys } from '@billfold/devnet/solana/devKeys'
import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { encodeBase58 } from '@billfold/protocol/base58'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/setUpKit.ts'
import { askNetwork } from '../../askNetwork.ts'
import { completeKit } from '../../completeKit.ts'
import { createKit } from '../../createKit.ts'
import { connectedAccount } from '../../features/account/account.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { sendTransfer } from '../../features/send/sendTransfer.ts'
import type { Kit } from '../../kit.ts'
import { systemClock } from '../../ports/clock.ts'
import { fakeLog } from '../../ports/fakeLog.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { browserHttp } from '../../ports/http.ts'
import { sendTransfers } from './sendTransfers.ts'

let chain: TestChain
const kits: Kit[] = []
const networkId = 'solana:localnet'

beforeAll(async () => {
  chain = await startTestChain()
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
afterAll(() => chain.close())

/** A page with a wallet that holds the devnet's accounts, and a transfer that is ready to be sent by one of them. */
async function visit(account: number) {
  const { rpcUrl } = chain.chain
  const wallet = createDevnetWallet({
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    solana: { rpcUrls: { [networkId]: rpcUrl } },
  })
  const network = {
    ...{ id: 'localnet', name: 'Solana Local', chainNamespace: 'solana', caipNetworkId: networkId },
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const page = fakePage()
  const ports = { page: page.page, http: browserHttp(systemClock), clock: systemClock, log: fakeLog() }
  const kit = createKit({ projectId: 'test', networks: [network], ports: { ...ports, storage: fakeStorage().tab() } })
  completeKit(kit)
  kits.push(kit)
  wallet.install(page.page.events)
  wallet.switchAccount(account)
  await connectWallet(kit, { connectorId: 'Devnet Wallet', namespace: 'solana' })
  const source = connectedAccount(kit.store.get(), 'solana')!
  const to = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
  const transfer = {
    networkId,
    from: source.address,
    to,
    amount: 5_000_000n,
    token: { symbol: 'SOL', decimals: 9 },
  } as const
  const plan = await sendTransfers.plan(transfer, askNetwork(kit, { networkId }))
  const send = () => sendTransfer(kit, { plan, source })
  const holds = async (): Promise<number> => (await chain.ask('getBalance', to)).value
  return { kit, wallet, send, holds, to }
}

const asking = (kit: Kit) => until(kit, ({ send }) => send.attempt.phase === 'asking')

test('a wallet that stalls is waited for; who stops waiting still hears of what it sends', async () => {
  const { kit, wallet, send, holds } = await visit(1)
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  kit.store.send({ type: 'send/abandoned' })
  expect(kit.store.get().send).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
  expect(await holds()).toBe(0)
  wallet.approveNext()
  await until(kit, ({ transactions }) => transactions.length === 1)
  await sending
  expect(kit.store.get().send.held).toBeUndefined()
  await expect.poll(holds).toBe(5_000_000)
})

test('a wallet that is locked before it is asked sends nothing; unlocked, it is the same account', async () => {
  const { kit, wallet, send, holds } = await visit(2)
  const before = connectedAccount(kit.store.get(), 'solana')?.address
  wallet.lock()
  expect(await send()).toBe(false)
  expect(wallet.requests.some(({ method }) => method === 'solana:signTransaction')).toBe(false)
  expect(await holds()).toBe(0)
  wallet.unlock()
  await until(kit, (state) => connectedAccount(state, 'solana')?.address === before)
})

test('a wallet that locks while it is asked still holds the request, and what it sends is followed', async () => {
  const { kit, wallet, send, holds } = await visit(5)
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  wallet.lock()
  await until(kit, (state) => connectedAccount(state, 'solana') === undefined)
  expect(kit.store.get().send.held).toBe(1)
  wallet.approveNext()
  await sending
  expect(kit.store.get().send.held).toBeUndefined()
  expect(kit.store.get().transactions).toHaveLength(1)
  await expect.poll(holds).toBe(5_000_000)
})

test('another account chosen in the wallet while it is asked: nothing is sent, and that is said', async () => {
  const { kit, wallet, send, holds } = await visit(3)
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  wallet.switchAccount(4)
  await until(kit, (state) => connectedAccount(state, 'solana')?.address === deriveDevKeys(5)[4]!.address)
  wallet.approveNext()
  expect(await sending).toBe(false)
  expect(kit.store.get().send.held).toBeUndefined()
  expect(kit.store.get().transactions).toEqual([])
  expect(await holds()).toBe(0)
})
