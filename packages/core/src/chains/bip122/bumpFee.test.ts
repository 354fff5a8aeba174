import { KitError } from '@billfold/protocol/error'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import type { ChainQuery } from '../chainQuery.ts'
import type { FeeBump } from '../transfers.ts'
import { sendTransfers } from './sendTransfers.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const secret = new Uint8Array(32).fill(7)
const own = btc.p2wpkh(pubECDSA(secret), regtest)
const from = own.address!
const to = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8)), regtest).address!

/** A pending payment at five satoshis per virtual byte, and its source. */
async function setUp({ coin, amount }: { coin: bigint; amount: bigint }) {
  const parent = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  parent.addOutput({ script: own.script, amount: coin })
  parent.addInput({ txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: Uint8Array.of(1, 1) })
  const answers: Record<string, unknown> = {
    [`/address/${from}/utxo`]: [{ txid: parent.id, vout: 0, value: Number(coin), status: { confirmed: true } }],
    [`/tx/${parent.id}/hex`]: parent.hex,
    '/fee-estimates': { 1: 20, 3: 5 },
  }
  const ask = async (question: ChainQuery): Promise<unknown> => {
    const { path, post } = question as { path: string; post?: string }
    if (post !== undefined) return btc.Transaction.fromRaw(Buffer.from(post, 'hex'), { allowUnknownOutputs: true }).id
    if (path.includes('/outspend/') && !(path in answers)) return { spent: false }
    if (!(path in answers)) throw new KitError('not_found')
    return answers[path]
  }
  const token = { symbol: 'BTC', decimals: 8 }
  const { call, fee } = await sendTransfers.plan({ networkId, from, to, amount, token }, ask)
  const tx = btc.Transaction.fromPSBT(decodeBase64(String(call.psbt)))
  tx.sign(secret)
  const sent = await sendTransfers.readSent({ psbt: encodeBase64(tx.toPSBT()) }, call, ask)
  answers[`/tx/${sent.hash}/hex`] = sent.trace!.raw
  answers[`/tx/${sent.hash}/status`] = { confirmed: false }
  // The stored form is sufficient.
  const raise = () => sendTransfers.raise!({ ...sent, from, call: sendTransfers.keep!(call) }, ask)
  return { answers, ask, sent, raise, fee: fee!.likely, parent }
}
const raised = (raise: FeeBump) => {
  if (!('fee' in raise)) throw new Error(raise.refusal)
  return { ...raise, tx: btc.Transaction.fromPSBT(decodeBase64(String(raise.call.psbt))) }
}

describe('a fee bump', () => {
  it('spends the same coin, pays the same, and takes the next block’s fee from the change', async () => {
    const { raise, fee, ask } = await setUp({ coin: 500_000n, amount: 100_000n })
    const { before, fee: after, call, tx } = raised(await raise())
    expect(before).toBe(fee)
    expect(tx.fee).toBe(after)
    expect(tx.inputsLength).toBe(1)
    expect(tx.getInput(0).sequence).toBe(0xfffffffd)
    expect([tx.getOutputAddress(0, regtest), tx.getOutput(0).amount]).toEqual([to, 100_000n])
    expect([tx.getOutputAddress(1, regtest), tx.getOutput(1).amount]).toEqual([from, 400_000n - after])
    tx.sign(secret)
    const { hash } = await sendTransfers.readSent({ psbt: encodeBase64(tx.toPSBT()) }, call, ask)
    tx.finalize()
    expect(hash).toBe(tx.id)
    expect(Number(after) / tx.vsize).toBeGreaterThanOrEqual(20)
    expect(Number(after) / tx.vsize).toBeLessThan(20.5)
  })

  it('never results in a payment of the wallet’s own', async () => {
    const { raise } = await setUp({ coin: 500_000n, amount: 100_000n })
    const { params } = sendTransfers.request(raised(await raise()).call, networkId)
    expect(params).not.toHaveProperty('maySend')
  })

  it('pays at least one satoshi per virtual byte more, even if the network has become cheap', async () => {
    const { raise, answers } = await setUp({ coin: 500_000n, amount: 100_000n })
    answers['/fee-estimates'] = { 1: 1 }
    const { before, fee } = raised(await raise())
    expect(fee - before).toBe(141n)
  })

  it('drops change that would be dust', async () => {
    const { raise, fee } = await setUp({ coin: 103_000n, amount: 100_000n })
    const { before, fee: after, tx } = raised(await raise())
    expect(before).toBe(fee)
    expect(tx.outputsLength).toBe(1)
    expect(tx.getOutput(0).amount).toBe(100_000n)
    expect(after).toBe(3000n)
    expect(tx.fee).toBe(after)
  })
})

describe('a fee bump is rejected', () => {
  it('if the change cannot cover it, or there is none', async () => {
    for (const coin of [101_500n, 100_560n]) {
      const { raise } = await setUp({ coin, amount: 100_000n })
      expect(await raise()).toEqual({ refusal: 'noChange' })
    }
  })

  it('if it would cancel what spends its change', async () => {
    const { raise, answers, sent } = await setUp({ coin: 500_000n, amount: 100_000n })
    answers[`/tx/${sent.hash}/outspend/1`] = { spent: true, txid: 'ab'.repeat(32), status: { confirmed: false } }
    expect(await raise()).toEqual({ refusal: 'spent' })
  })

  it('once it is confirmed', async () => {
    const { raise, answers, sent } = await setUp({ coin: 500_000n, amount: 100_000n })
    answers[`/tx/${sent.hash}/status`] = { confirmed: true, block_height: 7 }
    expect(await raise()).toEqual({ refusal: 'settled' })
  })

  it('if the wallet sent a transaction of its own', async () => {
    const { ask, answers, parent, raise, sent } = await setUp({ coin: 500_000n, amount: 100_000n })
    const other = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    other.addOutputAddress(to, 100_000n, regtest)
    other.addInput({ txid: parent.id, index: 0, finalScriptSig: Uint8Array.of(1, 2) })
    answers[`/tx/${other.id}/hex`] = other.hex
    answers[`/tx/${other.id}/status`] = { confirmed: false }
    expect(raised(await raise()).fee).toBeGreaterThan(0n)
    const { call } = raised(await raise())
    const request = { hash: other.id, from, call: sendTransfers.keep!(call) }
    expect(await sendTransfers.raise!(request, ask)).toEqual({ refusal: 'elsewhere' })
    expect(sent.hash).not.toBe(other.id)
  })
})
