import { startBitcoin } from '@billfold/devnet/bitcoin/startBitcoin'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { browserHttp } from '../../ports/http.ts'
import { requestNodes } from '../../rpc/requestNodes.ts'
import type { ChainQuery } from '../chainQuery.ts'
import type { Transfer } from '../transfers.ts'
import { sendTransfers } from './sendTransfers.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const token = { symbol: 'BTC', decimals: 8 }
let chain: Awaited<ReturnType<typeof startBitcoin>>
beforeAll(async () => {
  chain = await startBitcoin({ host: '127.0.0.1', port: 0 }, 0)
})
afterAll(() => chain.close())

const ask = (question: ChainQuery) =>
  requestNodes(
    { http: browserHttp(systemClock), clock: systemClock },
    { urls: [chain.chain.esploraUrl], chainId: networkId, ask: question },
  )
const mine = (blocks: number) =>
  fetch(`${chain.chain.esploraUrl}/devnet/blocks`, { method: 'POST', body: JSON.stringify({ mine: blocks }) })
const keyOf = (index: number) => bitcoinKey(mnemonic, networkId, index)

async function send(index: number, to: string, amount: bigint) {
  const key = keyOf(index)
  const transfer: Transfer = { networkId, from: key.address, to, amount, token }
  const { call, fee, refusal } = await sendTransfers.plan(transfer, ask)
  expect(refusal).toBeUndefined()
  const { params } = sendTransfers.request(call, networkId)
  const { psbt, signInputs } = params as { psbt: string; signInputs: { index: number }[] }
  const indexes = signInputs.map((one) => one.index)
  const answer = { psbt: encodeBase64(await key.signPsbt(decodeBase64(psbt), indexes)) }
  return { ...(await sendTransfers.readSent(answer, call, ask)), from: key.address, call, fee: fee!.likely }
}

test('sends, is pending, included and final, and leaves spendable change', async () => {
  const [from, to] = [keyOf(0).address, keyOf(1).address]
  const before = await sendTransfers.balance({ owner: from }, ask)
  expect(before).toBe(1_250_000_546n)
  const first = await send(0, to, 100_000_000n)
  expect(await sendTransfers.look(first, ask)).toMatchObject({ state: 'pending', altered: false })
  expect(await sendTransfers.balance({ owner: from }, ask)).toBe(before - 100_000_000n - first.fee)
  const second = await send(0, to, 1_050_000_000n)
  await mine(1)
  for (const sent of [first, second])
    expect(await sendTransfers.look(sent, ask)).toMatchObject({ state: 'included', succeeded: true, isFinal: false })
  await mine(5)
  expect(await sendTransfers.look(second, ask)).toMatchObject({ state: 'included', isFinal: true })
  expect(await sendTransfers.balance({ owner: from }, ask)).toBe(before - 1_150_000_000n - first.fee - second.fee)
})

test('sends everything except a possible inscription', async () => {
  const key = keyOf(2)
  const to = keyOf(3).address
  const most = await sendTransfers.most({ from: key.address, to, balance: 1_250_000_546n }, ask)
  await send(2, to, most)
  await mine(1)
  expect(await ask({ path: `/address/${key.address}/utxo` })).toMatchObject([{ value: 546 }])
})

test('finds the wallet’s replacement once it is confirmed', async () => {
  const sent = await send(4, keyOf(5).address, 20_000_000n)
  const original = btc.Transaction.fromPSBT(decodeBase64(String(sent.call.psbt)))
  const bumped = new btc.Transaction()
  for (let at = 0; at < original.inputsLength; at++) {
    const { txid, index, witnessUtxo } = original.getInput(at)
    bumped.addInput({ txid: txid!, index: index!, witnessUtxo: witnessUtxo!, sequence: 0xfffffffd })
  }
  bumped.addOutput({ script: original.getOutput(0).script!, amount: 20_000_000n })
  bumped.addOutput({ script: original.getOutput(1).script!, amount: original.getOutput(1).amount! - 20_000n })
  const signed = await keyOf(4).signPsbt(
    bumped.toPSBT(),
    Array.from({ length: original.inputsLength }, (_, at) => at),
  )
  const final = btc.Transaction.fromPSBT(signed)
  final.finalize()
  await ask({ path: '/tx', post: final.hex })
  expect(await sendTransfers.look(sent, ask)).toEqual({ state: 'pending', by: final.id })
  await mine(1)
  expect(await sendTransfers.look(sent, ask)).toEqual({
    state: 'replaced',
    by: final.id,
    isFinal: false,
    same: true,
    succeeded: true,
  })
})

test('spends coins of a wrapped segwit address', async () => {
  const secret = new Uint8Array(32).fill(21)
  const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const from = btc.p2sh(btc.p2wpkh(pubECDSA(secret), regtest), regtest).address!
  await send(6, from, 50_000_000n)
  await send(6, from, 40_000_000n)
  await mine(1)
  const transfer: Transfer = { networkId, from, to: keyOf(7).address, amount: 80_000_000n, token }
  expect(await sendTransfers.plan(transfer, ask)).toMatchObject({ refusal: { kind: 'noKey' } })
  const publicKey = Buffer.from(pubECDSA(secret)).toString('hex')
  const { call, fee } = await sendTransfers.plan({ ...transfer, publicKey }, ask)
  const wallet = btc.Transaction.fromPSBT(decodeBase64(String(call.psbt)))
  wallet.sign(secret)
  const sent = await sendTransfers.readSent({ psbt: encodeBase64(wallet.toPSBT()) }, call, ask)
  await mine(1)
  expect(await sendTransfers.look({ ...sent, from, call }, ask)).toMatchObject({ state: 'included', succeeded: true })
  expect(await sendTransfers.balance({ owner: from }, ask)).toBe(10_000_000n - fee!.most)
})

test('replaces a pending payment at a higher fee that the network accepts', async () => {
  const to = keyOf(9).address
  const sent = await send(8, to, 30_000_000n)
  const raise = await sendTransfers.raise!({ ...sent, call: sendTransfers.keep!(sent.call) }, ask)
  if (!('fee' in raise)) throw new Error(raise.refusal)
  expect(raise.before).toBe(sent.fee)
  expect(raise.fee).toBeGreaterThan(sent.fee)
  const { params } = sendTransfers.request(raise.call, networkId)
  const { psbt, signInputs } = params as { psbt: string; signInputs: { index: number }[] }
  const signed = await keyOf(8).signPsbt(
    decodeBase64(psbt),
    signInputs.map(({ index }) => index),
  )
  const next = await sendTransfers.readSent({ psbt: encodeBase64(signed) }, raise.call, ask)
  expect(await sendTransfers.look(sent, ask)).toEqual({ state: 'pending', by: next.hash })
  // A second replacement must not cancel what its change pays.
  await send(8, to, 1_200_000_000n)
  expect(await sendTransfers.raise!({ ...next, from: sent.from, call: raise.call }, ask)).toEqual({ refusal: 'spent' })
  await mine(1)
  const raised = { ...next, from: sent.from, call: raise.call }
  expect(await sendTransfers.look(raised, ask)).toMatchObject({ state: 'included', succeeded: true, altered: false })
  expect(await sendTransfers.look(sent, ask)).toMatchObject({ state: 'replaced', by: next.hash, same: true })
  expect(await sendTransfers.raise!(raised, ask)).toEqual({ refusal: 'settled' })
})
