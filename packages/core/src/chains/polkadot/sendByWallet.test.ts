import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import { afterEach, expect, test } from 'vitest'
import { scriptedPolkadot } from '../../../test/scriptedPolkadot.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { askNetwork } from '../../askNetwork.ts'
import { connectedAccount } from '../../features/account/account.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { sendTransfer } from '../../features/send/sendTransfer.ts'
import type { Kit } from '../../kit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { sendTransfers } from './sendTransfers.ts'

const reference = '68d56f15f85d3136970ec16946040bc1'
const networkId = `polkadot:${reference}` as const
const metadata = hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes())
const mnemonic = 'test test test test test test test test test test test junk'
const [me, other] = await Promise.all([0, 1].map((index) => polkadotKey(mnemonic, networkId, index)))
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A page with a wallet, a chain in the test's hands, and a transfer that is ready to be sent. */
async function visit() {
  const chain = scriptedPolkadot(metadata)
  chain.account(me!.address, { free: 100_000_000_000n })
  const http = fakeHttp(async ({ body }) => {
    const { method, params } = JSON.parse(String(body))
    return { body: { jsonrpc: '2.0', id: 1, result: await chain.ask({ method, params }) } }
  })
  const wallet = createDevnetWallet({
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    polkadot: { chain: networkId, mnemonic },
  })
  const page = fakePage()
  wallet.install(page.page.events)
  page.globals.injectedWeb3 = (page.page.events as { injectedWeb3?: unknown }).injectedWeb3
  const network = {
    ...{ id: reference, name: 'Asset Hub', chainNamespace: 'polkadot', caipNetworkId: networkId },
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: ['https://node.example'] } },
  }
  const { kit } = setUpKit({ page, networks: [network], http })
  kits.push(kit)
  await connectWallet(kit, { connectorId: 'Devnet Wallet', namespace: 'polkadot' })
  const source = connectedAccount(kit.store.get(), 'polkadot')!
  const token = { symbol: 'DOT', decimals: 10 }
  const transfer = { networkId, from: source.address, to: other!.address, amount: 10_000_000_000n, token } as const
  const plan = await sendTransfers.plan(transfer, askNetwork(kit, { networkId }))
  expect(plan.refusal).toBeUndefined()
  const sent = () => chain.asked.filter((method) => method === 'author_submitExtrinsic').length
  return { kit, wallet, sent, send: () => sendTransfer(kit, { plan, source }) }
}
const asking = (kit: Kit) => until(kit, ({ send }) => send.attempt.phase === 'asking')

test('a rejected request sends nothing, and the same can be sent after that', async () => {
  const { kit, wallet, send, sent } = await visit()
  wallet.rejectNext()
  expect(await send()).toBe(false)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'declined' })
  expect(sent()).toBe(0)
  expect(await send()).toBe(true)
  expect(sent()).toBe(1)
})

test('who stops waiting for a wallet that stalls still hears of what it signs', async () => {
  const { kit, wallet, send, sent } = await visit()
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  kit.store.send({ type: 'send/abandoned' })
  expect(kit.store.get().send).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
  wallet.approveNext()
  await sending
  expect([kit.store.get().transactions.length, sent()]).toEqual([1, 1])
})

test('a wallet that is locked before it is asked is not asked', async () => {
  const { wallet, send, sent } = await visit()
  wallet.lock()
  expect(await send()).toBe(false)
  expect(wallet.requests.some(({ method }) => method === 'polkadot:signPayload')).toBe(false)
  expect(sent()).toBe(0)
})

test('another account chosen in the wallet while it is asked sends nothing', async () => {
  const { kit, wallet, send, sent } = await visit()
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  wallet.switchAccount(1)
  await until(kit, (state) => sameAddress('polkadot', connectedAccount(state, 'polkadot')?.address, other!.address))
  wallet.approveNext()
  expect(await sending).toBe(false)
  expect([kit.store.get().transactions.length, sent()]).toEqual([0, 0])
})
