import { startTestChain, type TestChain } from '@billfold/devnet/solana/testChain'
import { encodeBase58 } from '@billfold/protocol/base58'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import * as btc from '@scure/btc-signer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scriptedPolkadot } from '../../test/scriptedPolkadot.ts'
import { until } from '../../test/setUpKit.ts'
import { completeKit } from '../completeKit.ts'
import { createKit } from '../createKit.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { sendTransfer } from '../features/send/sendTransfer.ts'
import type { Kit } from '../kit.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import { systemClock } from '../ports/clock.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { fakePage } from '../ports/fakePage.ts'
import { fakeStorage } from '../ports/fakeStorage.ts'
import { browserHttp } from '../ports/http.ts'
import { createNetworkRequest } from '../rpc/createNetworkRequest.ts'

const mnemonic = 'test test test test test test test test test test test junk'
type WalletOptions = Parameters<typeof createDevnetWallet>[0]
/** A chain as a family's wallet sees it. */
type Place = {
  networkId: CaipNetworkId
  token: { symbol: string; decimals: number }
  amount: bigint
  to: string
  wallet: Omit<WalletOptions, 'chains'>
  rpcUrl: string
  http?: ReturnType<typeof fakeHttp>
  /** The transfers that reached the network. */
  moved(): Promise<number>
}

let solana: TestChain
beforeAll(async () => {
  solana = await startTestChain()
})
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})
afterAll(() => solana.close())

/** Each family's chain: Solana on the local node, the others mocked. */
const places: Partial<Record<Namespace, () => Promise<Place>>> = {
  async solana() {
    const { rpcUrl } = solana.chain
    const to = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
    const holds = async () => (await solana.ask('getBalance', to)).value as number
    return {
      ...{ networkId: 'solana:localnet', token: { symbol: 'SOL', decimals: 9 }, amount: 5_000_000n, to, rpcUrl },
      wallet: { solana: { rpcUrls: { 'solana:localnet': rpcUrl } } },
      moved: async () => (await holds()) / 5_000_000,
    }
  },
  async bip122() {
    const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
    const [me, other] = [0, 1].map((index) => bitcoinKey(mnemonic, networkId, index).address) as [string, string]
    const coin = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    coin.addOutputAddress(me, 500_000n, { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef })
    coin.addInput({ txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: Uint8Array.of(1, 1) })
    const answers: Record<string, unknown> = {
      [`/address/${me}/utxo`]: [{ txid: coin.id, vout: 0, value: 500_000, status: { confirmed: true } }],
      [`/tx/${coin.id}/hex`]: coin.hex,
      '/fee-estimates': { 3: 5 },
    }
    let posted = 0
    const http = fakeHttp(({ url, body }) => {
      const { pathname } = new URL(url)
      if (!body) return pathname in answers ? { body: answers[pathname] } : { status: 404, body: 'not found' }
      posted++
      return { body: btc.Transaction.fromRaw(Buffer.from(body, 'hex'), { allowUnknownOutputs: true }).id }
    })
    return {
      ...{ networkId, token: { symbol: 'BTC', decimals: 8 }, amount: 100_000n, to: other, http },
      ...{ rpcUrl: 'https://esplora.example', wallet: { bitcoin: { chain: networkId, mnemonic } } },
      moved: async () => posted,
    }
  },
  async polkadot() {
    const networkId = 'polkadot:68d56f15f85d3136970ec16946040bc1'
    const [me, other] = await Promise.all([0, 1].map((index) => polkadotKey(mnemonic, networkId, index)))
    // An optional byte vector.
    const chain = scriptedPolkadot(hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes()))
    chain.account(me!.address, { free: 100_000_000_000n })
    const http = fakeHttp(async ({ body }) => {
      const { method, params } = JSON.parse(String(body))
      return { body: { jsonrpc: '2.0', id: 1, result: await chain.ask({ method, params }) } }
    })
    return {
      ...{ networkId, token: { symbol: 'DOT', decimals: 10 }, amount: 10_000_000_000n, to: other!.address, http },
      ...{ rpcUrl: 'https://node.example', wallet: { polkadot: { chain: networkId, mnemonic } } },
      moved: async () => chain.methods.filter((method) => method === 'author_submitExtrinsic').length,
    }
  },
}

/** A page with a wallet, and a transfer ready to send. */
async function visit(namespace: Namespace) {
  const { networkId, token, amount, to, rpcUrl, moved, http, ...place } = await places[namespace]!()
  const wallet = createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], ...place.wallet })
  const network = {
    ...{ id: networkId.split(':')[1]!, name: 'Network', chainNamespace: namespace, caipNetworkId: networkId },
    nativeCurrency: { name: token.symbol, ...token },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const page = fakePage()
  wallet.install(page.page.events)
  page.globals.injectedWeb3 = (page.page.events as { injectedWeb3?: unknown }).injectedWeb3
  const ports = { page: page.page, clock: systemClock, log: fakeLog(), storage: fakeStorage().tab() }
  const kit = createKit({
    ...{ projectId: 'test', networks: [network] },
    ports: { ...ports, http: http?.http ?? browserHttp(systemClock) },
  })
  completeKit(kit)
  kits.push(kit)
  await until(kit, ({ connectors }) => connectors.some((each) => each.namespace === namespace))
  const { id } = kit.store.get().connectors.find((each) => each.namespace === namespace)!
  await connectWallet(kit, { connectorId: id, namespace })
  const source = connectedAccount(kit.store.get(), namespace)!
  const transfers = await (await kit.chains[namespace]!()).transfers!()
  const transfer = { networkId, from: source.address, to, amount, token }
  const plan = await transfers.plan(transfer, createNetworkRequest(kit, { networkId }))
  expect(plan.refusal).toBeUndefined()
  const send = () => sendTransfer(kit, { plan, source })
  /** Sends a request to a wallet that does not respond yet. */
  async function ask() {
    wallet.policy('stall')
    const sending = send()
    await until(kit, (state) => state.send.attempt.phase === 'asking')
    await expect.poll(() => wallet.pending().length).toBe(1)
    return { sending }
  }
  const address = () => connectedAccount(kit.store.get(), namespace)?.address
  return { kit, wallet, send, ask, moved, address }
}

describe.each(Object.keys(places) as Namespace[])('a wallet of %s', (namespace) => {
  test('that rejects sends nothing, and can retry afterwards', async () => {
    const { kit, wallet, send, moved } = await visit(namespace)
    wallet.rejectNext()
    expect(await send()).toBe(false)
    expect(kit.store.get().send.attempt).toMatchObject({ phase: 'declined' })
    expect(await moved()).toBe(0)
    expect(await send()).toBe(true)
    await expect.poll(moved).toBe(1)
  })

  test('that stalls is awaited, and tracked if it signs after the visitor stopped waiting', async () => {
    const { kit, wallet, ask, moved } = await visit(namespace)
    const { sending } = await ask()
    kit.store.send({ type: 'send/abandoned' })
    expect(kit.store.get().send).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
    expect(await moved()).toBe(0)
    wallet.approveNext()
    await sending
    expect(kit.store.get().send.held).toBeUndefined()
    expect(kit.store.get().transactions).toHaveLength(1)
    await expect.poll(moved).toBe(1)
  })

  test('that is locked before the request signs nothing', async () => {
    const { wallet, send, moved } = await visit(namespace)
    wallet.lock()
    expect(await send()).toBe(false)
    expect(wallet.requests.some(({ method }) => /sign(Transaction|Payload|Psbt)/.test(method))).toBe(false)
    expect(await moved()).toBe(0)
  })

  test('that locks during the request keeps it, and what it sends is tracked', async () => {
    const { kit, wallet, ask, moved, address } = await visit(namespace)
    const { sending } = await ask()
    wallet.lock()
    await until(kit, () => address() === undefined)
    expect(kit.store.get().send.held).toBe(1)
    wallet.approveNext()
    await sending
    expect(kit.store.get().send.held).toBeUndefined()
    expect(kit.store.get().transactions).toHaveLength(1)
    await expect.poll(moved).toBe(1)
  })

  test('sends nothing if its account changes during the request', async () => {
    const { kit, wallet, ask, moved, address } = await visit(namespace)
    const before = address()
    const { sending } = await ask()
    wallet.switchAccount(1)
    await until(kit, () => address() !== undefined && address() !== before)
    wallet.approveNext()
    expect(await sending).toBe(false)
    expect(kit.store.get().send.held).toBeUndefined()
    expect([kit.store.get().transactions.length, await moved()]).toEqual([0, 0])
  })
})
