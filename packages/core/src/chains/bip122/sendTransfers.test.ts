import { KitError } from '@billfold/protocol/error'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, it, test } from 'vitest'
import type { ChainQuery } from '../chainQuery.ts'
import type { Transfer } from '../transfers.ts'
import { sendTransfers } from './sendTransfers.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const secret = new Uint8Array(32).fill(7)
const own = btc.p2wpkh(pubECDSA(secret), regtest)
const from = own.address!
const to = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8)), regtest).address!
const token = { symbol: 'BTC', decimals: 8 }

/** A mock of Esplora: transactions by id, and their status. */
function esplora(values: readonly bigint[], over: Readonly<Record<string, unknown>> = {}) {
  const made = values.map((amount, at) => {
    const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    tx.addOutput({ script: own.script, amount })
    tx.addInput({ txid: new Uint8Array(32).fill(at + 1), index: 0, finalScriptSig: Uint8Array.of(1, at) })
    return tx
  })
  const posted: string[] = []
  const answers: Record<string, unknown> = {
    [`/address/${from}/utxo`]: made.map(({ id }, at) => ({
      ...{ txid: id, vout: 0, value: Number(values[at]) },
      status: { confirmed: true, block_height: 1 },
    })),
    '/fee-estimates': { 1: 9, 3: 5, 6: 2 },
    '/blocks/tip/height': 100,
    ...Object.fromEntries(made.map(({ id, hex }) => [`/tx/${id}/hex`, hex])),
    ...over,
  }
  const ask = async (question: ChainQuery): Promise<unknown> => {
    if (!('path' in question)) throw new KitError('method_unsupported')
    if (question.post !== undefined) {
      posted.push(question.post)
      const response = answers['/tx']
      if (response instanceof Error) throw response
      return response ?? btc.Transaction.fromRaw(Buffer.from(question.post, 'hex'), { allowUnknownOutputs: true }).id
    }
    if (!(question.path in answers)) throw new KitError('not_found')
    return answers[question.path]
  }
  return { ask, made, posted, answers }
}
const plan = (source: ReturnType<typeof esplora>, amount: bigint) =>
  sendTransfers.plan({ networkId, from, to, amount, token }, source.ask)

/** A wallet's response: signed by another library. */
function signed(call: { psbt?: unknown }, change?: (tx: btc.Transaction) => void) {
  const tx = btc.Transaction.fromPSBT(decodeBase64(String(call.psbt)), { allowUnknownOutputs: true })
  change?.(tx)
  tx.sign(secret)
  return { psbt: encodeBase64(tx.toPSBT()) }
}

it('stores of a call what tracking needs, without the parent transactions', async () => {
  const source = esplora([500_000n, 2_000_000n])
  const { call } = await plan(source, 1_000_000n)
  const kept = sendTransfers.keep!(call)
  expect(String(kept.psbt).length).toBeLessThan(String(call.psbt).length)
  const [whole, short] = [call, kept].map(({ psbt }) => btc.Transaction.fromPSBT(decodeBase64(String(psbt))))
  expect(short!.unsignedTx).toEqual(whole!.unsignedTx)
  const sent = await sendTransfers.readSent(signed(call), call, source.ask)
  const confirmed = { [`/tx/${sent.hash}/status`]: { confirmed: true, block_height: 5 }, '/blocks/tip/height': 5 }
  Object.assign(source.answers, confirmed)
  expect(await sendTransfers.look({ ...sent, from, call: kept }, source.ask)).toMatchObject({ state: 'included' })
})

describe('a plan', () => {
  it('is a replaceable transaction that another library reads, with coin, recipient, change and fee', async () => {
    const source = esplora([500_000n, 2_000_000n, 546n])
    const { call, fee, arrives, refusal } = await plan(source, 1_000_000n)
    expect(refusal).toBeUndefined()
    expect(arrives).toBe(1_000_000n)
    const tx = btc.Transaction.fromPSBT(decodeBase64(String(call.psbt)))
    expect(tx.inputsLength).toBe(1)
    expect(Buffer.from(tx.getInput(0).txid!).toString('hex')).toBe(source.made[1]!.id)
    expect(tx.getInput(0).sequence).toBe(0xfffffffd)
    expect(tx.getOutputAddress(0, regtest)).toBe(to)
    expect(tx.getOutput(0).amount).toBe(1_000_000n)
    expect(tx.getOutputAddress(1, regtest)).toBe(from)
    expect(tx.fee).toBe(fee?.likely)
    // Five satoshis per virtual byte; a signature may be a byte shorter than estimated.
    tx.sign(secret)
    tx.finalize()
    expect(Number(tx.fee) / tx.vsize).toBeGreaterThanOrEqual(5)
    expect(Number(tx.fee) / tx.vsize).toBeLessThan(5.1)
  })

  it('never spends a possible inscription, whatever the amount', async () => {
    const source = esplora([546n, 600n, 1000n, 40_000n])
    expect(await sendTransfers.most({ from, to, balance: 42_146n }, source.ask)).toBe(40_000n - 550n)
    expect((await plan(source, 39_600n)).refusal).toEqual({ kind: 'inscribed' })
    expect((await plan(source, 42_000n)).refusal).toEqual({ kind: 'noFunds' })
    expect((await plan(source, 39_450n)).refusal).toBeUndefined()
  })

  it('spends nothing from an account for collectibles, whatever its coins are worth', async () => {
    const ordinal: Transfer = { networkId, from, to, amount: 1000n, token, accountType: 'ordinal' }
    const unasked = async () => expect.unreachable('nothing need be asked')
    expect(await sendTransfers.plan(ordinal, unasked)).toMatchObject({ refusal: { kind: 'inscribed' } })
    const payment: Transfer = { ...ordinal, accountType: 'payment' }
    expect((await sendTransfers.plan(payment, esplora([40_000n]).ask)).refusal).toBeUndefined()
  })

  it('rejects dust, and an address of another network', async () => {
    expect((await plan(esplora([50_000n]), 293n)).refusal).toEqual({ kind: 'dust', least: '294' })
    const main: Transfer = { networkId, from, to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 1000n, token }
    await expect(sendTransfers.plan(main, esplora([50_000n]).ask)).rejects.toMatchObject({ code: 'network_unknown' })
  })

  it('verifies each coin’s value by the transaction that created it', async () => {
    const source = esplora([50_000n])
    const listed = { txid: source.made[0]!.id, vout: 0, value: 90_000, status: { confirmed: true } }
    source.answers[`/address/${from}/utxo`] = [listed]
    await expect(plan(source, 60_000n)).rejects.toMatchObject({ code: 'unavailable' })
    const forged = esplora([50_000n])
    forged.answers[`/tx/${forged.made[0]!.id}/hex`] = esplora([90_000n]).made[0]!.hex
    await expect(plan(forged, 10_000n)).rejects.toMatchObject({ code: 'unavailable' })
    for (const nonsense of [
      null,
      {},
      [{ txid: 'x', vout: 0, value: 1 }],
      [{ ...listed, value: -1 }],
      [{ ...listed, value: 1.5 }],
    ])
      await expect(plan(esplora([], { [`/address/${from}/utxo`]: nonsense }), 10_000n)).rejects.toMatchObject({
        code: 'unavailable',
      })
  })

  it('rejects absurd fees, and uses the minimum when the network is quiet', async () => {
    for (const fees of [{ 3: 6000 }, { 3: 'x' }, {}, null])
      await expect(plan(esplora([50_000n], { '/fee-estimates': fees }), 10_000n)).rejects.toMatchObject({
        code: 'unavailable',
      })
    const { fee } = await plan(esplora([50_000n], { '/fee-estimates': { 3: 0.1 } }), 10_000n)
    expect(fee?.most).toBe(141n)
  })

  it('spends a pending coin only if it is its own change', async () => {
    const source = esplora([80_000n])
    const waiting = (script: Uint8Array) => {
      const parent = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
      parent.addOutput({ script, amount: 100_000n })
      parent.addInput({ txid: new Uint8Array(32).fill(99), index: 0, finalScriptSig: Uint8Array.of(1, 1) })
      const child = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
      child.addOutput({ script: own.script, amount: 90_000n })
      child.addInput({ txid: parent.id, index: 0, finalScriptSig: Uint8Array.of(1, 2) })
      source.answers[`/tx/${parent.id}/hex`] = parent.hex
      source.answers[`/tx/${child.id}/hex`] = child.hex
      source.answers[`/address/${from}/utxo`] = [
        { txid: child.id, vout: 0, value: 90_000, status: { confirmed: false } },
      ]
    }
    waiting(btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8))).script)
    expect((await plan(source, 10_000n)).refusal).toEqual({ kind: 'noFunds' })
    waiting(own.script)
    expect((await plan(source, 10_000n)).refusal).toBeUndefined()
  })
})

test('requests the account’s signature on every input, with the payment for wallets that only send', async () => {
  const { call } = await plan(esplora([30_000n, 40_000n]), 60_000n)
  expect(sendTransfers.request(call, networkId)).toEqual({
    method: 'signPsbt',
    params: {
      account: from,
      psbt: call.psbt,
      signInputs: [0, 1].map((index) => ({ address: from, index, sighashTypes: [1] })),
      broadcast: false,
      maySend: { account: from, recipientAddress: to, amount: '60000' },
    },
  })
})

describe('the wallet’s response', () => {
  it('is broadcast if it matches the request', async () => {
    const source = esplora([500_000n])
    const { call } = await plan(source, 100_000n)
    const answer = signed(call)
    const { hash, trace } = await sendTransfers.readSent(answer, call, source.ask)
    expect(source.posted).toEqual([trace?.raw])
    const tx = btc.Transaction.fromPSBT(decodeBase64(answer.psbt))
    expect(hash).toBe(tx.id)
    expect(source.posted).toHaveLength(1)
    // Also if the wallet sent it itself, without sending it twice.
    expect(await sendTransfers.readSent({ ...answer, txid: hash }, call, source.ask)).toMatchObject({ hash })
    expect(source.posted).toHaveLength(1)
    expect(await sendTransfers.readSent({ txid: hash }, call, source.ask)).toEqual({ hash })
  })

  it('is rejected if it is a different transaction', async () => {
    const source = esplora([500_000n])
    const { call } = await plan(source, 100_000n)
    const other = (await plan(source, 100_001n)).call
    await expect(sendTransfers.readSent(signed(other), call, source.ask)).rejects.toMatchObject({
      code: 'wallet_answer_invalid',
    })
    for (const answer of [null, {}, { psbt: 'AAAA' }, { psbt: call.psbt }, { txid: 'x' }])
      await expect(sendTransfers.readSent(answer, call, source.ask)).rejects.toMatchObject({
        code: expect.stringMatching(/invalid/),
      })
    expect(source.posted).toEqual([])
  })

  it('is dropped if the network rejects it, and kept if the network is unreachable', async () => {
    const refusing = esplora([500_000n], {
      '/tx': new KitError('invalid_input', { message: 'sendrawtransaction RPC error: {"code":-26,"message":"dust"}' }),
    })
    const { call } = await plan(refusing, 100_000n)
    await expect(sendTransfers.readSent(signed(call), call, refusing.ask)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const away = esplora([500_000n], { '/tx': new KitError('timeout') })
    const sent = await sendTransfers.readSent(signed(call), call, away.ask)
    expect(sent.trace?.raw).toMatch(/^02000000/)
    // Sent on the next poll, unless the coin was spent.
    const { made } = refusing
    const back = esplora([500_000n], { [`/tx/${made[0]!.id}/outspend/0`]: { spent: false } })
    expect(await sendTransfers.look({ ...sent, from, call }, back.ask)).toEqual({ state: 'pending' })
    expect(back.posted).toEqual([sent.trace?.raw])
    expect(
      await sendTransfers.look(
        { ...sent, from, call },
        esplora([500_000n], { '/tx': new KitError('timeout'), [`/tx/${made[0]!.id}/outspend/0`]: { spent: false } })
          .ask,
      ),
    ).toEqual({ state: 'unknown' })
  })
})

describe('polling', () => {
  it('distinguishes pending, included and final', async () => {
    const source = esplora([500_000n])
    const { call } = await plan(source, 100_000n)
    const sent = { ...(await sendTransfers.readSent(signed(call), call, source.ask)), from, call }
    const at = (status: unknown) => {
      source.answers[`/tx/${sent.hash}/status`] = status
      return sendTransfers.look(sent, source.ask)
    }
    expect(await at({ confirmed: false })).toMatchObject({ state: 'pending', altered: false })
    const included = { state: 'included', succeeded: true, altered: false }
    expect(await at({ confirmed: true, block_height: 96 })).toMatchObject({ ...included, isFinal: false })
    expect(await at({ confirmed: true, block_height: 95 })).toMatchObject({ ...included, isFinal: true })
  })

  it('finds what spent its coins: the same at another fee, or a different transaction', async () => {
    const source = esplora([500_000n])
    const { call } = await plan(source, 100_000n)
    const sent = { ...(await sendTransfers.readSent(signed(call), call, source.ask)), from, call }
    const coin = source.made[0]!
    const replace = (amount: bigint, isConfirmed: boolean, depth = 6) => {
      const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
      tx.addOutputAddress(to, amount, regtest)
      tx.addInput({ txid: coin.id, index: 0, finalScriptSig: Uint8Array.of(1, 2) })
      source.answers[`/tx/${tx.id}/hex`] = tx.hex
      source.answers[`/tx/${tx.id}/status`] = { confirmed: isConfirmed, block_height: depth === 6 ? 95 : 96 }
      source.answers[`/tx/${coin.id}/outspend/0`] = {
        spent: true,
        txid: tx.id,
        vin: 0,
        status: { confirmed: isConfirmed },
      }
      return tx.id
    }
    const waiting = replace(100_000n, false)
    expect(await sendTransfers.look(sent, source.ask)).toEqual({ state: 'pending', by: waiting })
    const same = replace(100_000n, true)
    expect(await sendTransfers.look(sent, source.ask)).toEqual({
      state: 'replaced',
      by: same,
      same: true,
      succeeded: true,
      isFinal: true,
    })
    replace(100_000n, true, 5)
    expect(await sendTransfers.look(sent, source.ask)).toMatchObject({ state: 'replaced', isFinal: false })
    const other = replace(90_000n, true)
    expect(await sendTransfers.look(sent, source.ask)).toEqual({
      state: 'replaced',
      by: other,
      same: false,
      succeeded: true,
      isFinal: true,
    })
    // The server knows of the spending before the transaction itself.
    source.answers[`/tx/${coin.id}/outspend/0`] = { spent: true, txid: sent.hash, vin: 0, status: { confirmed: true } }
    expect(await sendTransfers.look(sent, source.ask)).toEqual({ state: 'pending' })
  })
})
