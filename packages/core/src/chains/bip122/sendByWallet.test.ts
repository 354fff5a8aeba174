import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import * as btc from '@scure/btc-signer'
import { afterEach, expect, test } from 'vitest'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { askNetwork } from '../../askNetwork.ts'
import { connectedAccount } from '../../features/account/account.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { sendTransfer } from '../../features/send/sendTransfer.ts'
import type { Kit } from '../../kit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { sendTransfers } from './sendTransfers.ts'

const reference = '0f9188f13cb7b2c71f2a335e3a4fc328'
const networkId = `bip122:${reference}` as const
const mnemonic = 'test test test test test test test test test test test junk'
const [me, other] = [0, 1].map((index) => bitcoinKey(mnemonic, networkId, index))
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A page with a wallet, an Esplora in the test's hands, and a payment that is ready to be sent. */
async function visit() {
  const coin = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  coin.addOutputAddress(me!.address, 500_000n, regtest)
  coin.addInput({ txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: Uint8Array.of(1, 1) })
  const posted: string[] = []
  const answers: Record<string, unknown> = {
    [`/address/${me!.address}/utxo`]: [{ txid: coin.id, vout: 0, value: 500_000, status: { confirmed: true } }],
    [`/tx/${coin.id}/hex`]: coin.hex,
    '/fee-estimates': { 3: 5 },
  }
  const http = fakeHttp(({ url, body }) => {
    const { pathname } = new URL(url)
    if (!body) return pathname in answers ? { body: answers[pathname] } : { status: 404, body: 'not found' }
    posted.push(body)
    return { body: btc.Transaction.fromRaw(Buffer.from(body, 'hex'), { allowUnknownOutputs: true }).id }
  })
  const wallet = createDevnetWallet({
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    bitcoin: { chain: networkId, mnemonic },
  })
  const page = fakePage()
  wallet.install(page.page.events)
  const network = {
    ...{ id: reference, name: 'Regtest', chainNamespace: 'bip122', caipNetworkId: networkId },
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: ['https://esplora.example'] } },
  }
  const { kit } = setUpKit({ page, networks: [network], http })
  kits.push(kit)
  await until(kit, ({ connectors }) => connectors.some(({ namespace }) => namespace === 'bip122'))
  const { id } = kit.store.get().connectors.find(({ namespace }) => namespace === 'bip122')!
  await connectWallet(kit, { connectorId: id, namespace: 'bip122' })
  const source = connectedAccount(kit.store.get(), 'bip122')!
  const token = { symbol: 'BTC', decimals: 8 }
  const transfer = { networkId, from: source.address, to: other!.address, amount: 100_000n, token } as const
  const plan = await sendTransfers.plan(transfer, askNetwork(kit, { networkId }))
  expect(plan.refusal).toBeUndefined()
  return { kit, wallet, posted, send: () => sendTransfer(kit, { plan, source }) }
}
const asking = (kit: Kit) => until(kit, ({ send }) => send.attempt.phase === 'asking')

test('a rejected request sends nothing, and the same can be sent after that', async () => {
  const { kit, wallet, send, posted } = await visit()
  wallet.rejectNext()
  expect(await send()).toBe(false)
  expect(kit.store.get().send.attempt).toMatchObject({ phase: 'declined' })
  expect(posted).toEqual([])
  expect(await send()).toBe(true)
  expect(posted).toHaveLength(1)
})

test('who stops waiting for a wallet that stalls still hears of what it signs', async () => {
  const { kit, wallet, send, posted } = await visit()
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  kit.store.send({ type: 'send/abandoned' })
  expect(kit.store.get().send).toMatchObject({ attempt: { phase: 'idle' }, held: 1 })
  wallet.approveNext()
  await sending
  expect([kit.store.get().transactions.length, posted.length]).toEqual([1, 1])
})

test('a wallet that is locked before it is asked signs nothing', async () => {
  const { wallet, send, posted } = await visit()
  wallet.lock()
  expect(await send()).toBe(false)
  expect(posted).toEqual([])
})

test('another account chosen in the wallet while it is asked sends nothing', async () => {
  const { kit, wallet, send, posted } = await visit()
  wallet.policy('stall')
  const sending = send()
  await asking(kit)
  await expect.poll(() => wallet.pending().length).toBe(1)
  wallet.switchAccount(1)
  await until(kit, (state) => connectedAccount(state, 'bip122')?.address === other!.address)
  wallet.approveNext()
  expect(await sending).toBe(false)
  expect([kit.store.get().transactions.length, posted.length]).toEqual([0, 0])
})
