import { KitError } from '@billfold/protocol/error'
import * as btc from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QueryChain } from '../chainQuery.ts'
import { maxSendable, planTransfer } from './sendPlan.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const token = { symbol: 'BTC', decimals: 8 }
const own = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(7)), regtest)
const from = own.address!
const recipients = {
  segwit: btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8)), regtest).address!,
  taproot: btc.p2tr(pubSchnorr(new Uint8Array(32).fill(8)), undefined, regtest).address!,
  old: btc.p2pkh(pubECDSA(new Uint8Array(32).fill(8)), regtest).address!,
  script: btc.p2wsh(btc.p2pk(pubECDSA(new Uint8Array(32).fill(8))), regtest).address!,
}

/** An account's coins, at a rate that the test may change. */
function esplora(values: readonly number[]) {
  const made = values.map((value, at) => {
    const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    tx.addOutput({ script: own.script, amount: BigInt(value) })
    tx.addInput({ txid: new Uint8Array(32).fill(at + 1), index: 0, finalScriptSig: Uint8Array.of(1, at) })
    return tx
  })
  const state = { rate: 8 }
  const ask: QueryChain = async (question) => {
    if (!('path' in question)) throw new KitError('method_unsupported')
    if (question.path === '/fee-estimates') return { 3: state.rate }
    const utxo = made.map(({ id }, at) => ({ txid: id, vout: 0, value: values[at], status: { confirmed: true } }))
    if (question.path === `/address/${from}/utxo`) return utxo
    const hex = made.find(({ id }) => question.path === `/tx/${id}/hex`)?.hex
    if (hex === undefined) throw new KitError('not_found')
    return hex
  }
  return { state, ask, all: BigInt(values.reduce((sum, value) => sum + value, 0)) }
}
const planOf = (to: string, amount: bigint, ask: QueryChain) =>
  planTransfer({ networkId, from, to, amount, token }, ask)

test.each(Object.entries(recipients))('offers a maximum before the recipient that pays %s', async (_, to) => {
  const { ask, all } = esplora([500_000, 20_000])
  const amount = await maxSendable({ from }, ask)
  expect(all - amount).toBeLessThan(8n * 220n)
  expect((await planOf(to, amount, ask)).refusal).toBeUndefined()
})

test('sends a maximum after rates rose by a third', async () => {
  const coins = fc.array(fc.integer({ min: 20_000, max: 10_000_000 }), { minLength: 1, maxLength: 8 })
  const rates = fc.tuple(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 100, max: 133 }))
  await fc.assert(
    fc.asyncProperty(coins, rates, fc.constantFrom(...Object.values(recipients)), async (values, [rate, rise], to) => {
      const { state, ask, all } = esplora(values)
      state.rate = rate
      const amount = await maxSendable({ from, to }, ask)
      fc.pre(amount > 0n)
      state.rate = (rate * rise) / 100
      const { fee, refusal } = await planOf(to, amount, ask)
      expect(refusal).toBeUndefined()
      expect(fee?.most).toBeLessThanOrEqual(all - amount)
    }),
    { numRuns: 40 },
  )
})

test('rejects a maximum once rates have doubled', async () => {
  const { state, ask } = esplora([500_000])
  const amount = await maxSendable({ from, to: recipients.segwit }, ask)
  state.rate = 16
  expect((await planOf(recipients.segwit, amount, ask)).refusal).toEqual({ kind: 'noFunds' })
})
