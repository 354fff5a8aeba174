import { hexOf } from '@billfold/protocol/bytes'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as btc from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainQuery } from '../chainQuery.ts'
import { sendTransfers } from './sendTransfers.ts'

const networkId = 'bip122:000000000019d6689c085ae165831e93'
const publicKey = pubSchnorr(new Uint8Array(32).fill(7))
const own = btc.p2tr(publicKey)
const token = { symbol: 'BTC', decimals: 8 }
const to = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** The index's response on a coin: inscribed, plain, unknown, or invalid. */
type IndexAnswer = boolean | undefined | string | null
type Coin = { value: number; inscription: IndexAnswer }

/** A taproot account of the main network with these coins, and an index with these responses. */
function setUp(coins: readonly Coin[], index: 'answers' | 'is absent' | 'fails' = 'answers') {
  const made = coins.map(({ value, inscription }, at) => {
    const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    tx.addOutput({ script: own.script, amount: BigInt(value) })
    tx.addInput({ txid: new Uint8Array(32).fill(at + 1), index: 0, finalScriptSig: Uint8Array.of(1, at) })
    return { txid: tx.id, hex: tx.hex, value, inscription }
  })
  const questions: string[] = []
  const ask = async (question: ChainQuery): Promise<unknown> => {
    const { path } = question as { path: string }
    if (path === '/fee-estimates') return { 3: 2 }
    if (path === `/address/${own.address}/utxo`)
      return made.map(({ txid, value }) => ({ txid, value, vout: 0, status: { confirmed: true } }))
    if (!path.startsWith('/inscribed/')) return made.find(({ txid }) => path === `/tx/${txid}/hex`)?.hex
    questions.push(path)
    if (index === 'is absent') throw Object.assign(new Error('not found'), { code: 'not_found' })
    // Fails after the first responses.
    if (index === 'fails' && questions.length > 1) throw new Error('busy')
    return Object.fromEntries(
      made.flatMap(({ txid, inscription }) =>
        inscription === undefined || !path.includes(txid) ? [] : [[`${txid}:0`, inscription]],
      ),
    )
  }
  const plan = (amount: bigint) =>
    sendTransfers.plan({ networkId, from: own.address!, to, amount, token, publicKey: hexOf(publicKey) }, ask)
  const spentBy = (psbt: unknown) => {
    const tx = btc.Transaction.fromPSBT(decodeBase64(psbt as string))
    return Array.from({ length: tx.inputsLength }, (_, at) => hexOf(tx.getInput(at).txid!))
  }
  return { ask, made, plan, spentBy, questions }
}

const coins = fc.array(
  fc.record({
    value: fc.oneof(fc.integer({ min: 330, max: 12_000 }), fc.integer({ min: 12_000, max: 2_000_000 })),
    inscription: fc.constantFrom<IndexAnswer>(true, false, undefined, null, 'false'),
  }),
  { minLength: 1, maxLength: 8 },
)

test('never spends an inscription, or a coin of unknown content', async () => {
  await fc.assert(
    fc.asyncProperty(coins, fc.integer({ min: 1_000, max: 1_500_000 }), async (some, amount) => {
      const { plan, made, spentBy } = setUp(some)
      const { call, refusal } = await plan(BigInt(amount))
      if (refusal) {
        expect(['inscribed', 'noFunds']).toContain(refusal.kind)
        return
      }
      const spent = spentBy(call.psbt)
      expect(spent.length).toBeGreaterThan(0)
      for (const txid of spent) expect(made.find((one) => one.txid === txid)?.inscription).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test('sends coins that the index reports as plain, and limits the maximum to them', async () => {
  const { plan, ask, spentBy, made } = setUp([
    { value: 300_000, inscription: false },
    { value: 900_000, inscription: true },
    { value: 800_000, inscription: undefined },
  ])
  const { call, refusal } = await plan(100_000n)
  expect(refusal).toBeUndefined()
  expect(spentBy(call.psbt)).toEqual([made[0]!.txid])
  expect((await plan(400_000n)).refusal).toEqual({ kind: 'inscribed' })
  const most = await sendTransfers.most({ from: own.address!, balance: 2_000_000n }, ask)
  expect(most).toBeGreaterThan(290_000n)
  expect(most).toBeLessThan(300_000n)
})

test('sends nothing without an index, or if it responds only in part', async () => {
  const plain = { value: 300_000, inscription: false }
  expect((await setUp([plain], 'is absent').plan(100_000n)).refusal).toEqual({ kind: 'inscribed' })
  const { plan, questions } = setUp(
    Array.from({ length: 50 }, () => plain),
    'fails',
  )
  expect((await plan(100_000n)).refusal).toEqual({ kind: 'inscribed' })
  expect(questions).toHaveLength(2)
})
