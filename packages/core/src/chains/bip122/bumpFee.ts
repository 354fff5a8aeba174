import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { isSameBytes } from '@billfold/protocol/bytes'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { QueryChain } from '../chainQuery.ts'
import type { FeeBump, SentCall, Transfer } from '../transfers.ts'
import { feeRateOf, invalidResponse, spenderOf, standingOf, transactionOf } from './esplora.ts'
import { writePsbt } from './psbt.ts'
import type { RawTransaction } from './rawTransaction.ts'
import { unlockFor } from './sendPlan.ts'
import { requestedOf, withoutSignatures } from './transactionStatus.ts'
import { dustOf, feeOf, transactionWeight } from './transactionWeight.ts'

/** The minimum increase of a replacement: one satoshi per virtual byte (BIP-125, rule 4). */
const incremental = 1000n
const next = [1, 2, 3]

/**
 * The same payment at the next block's fee: same coins, recipient and amount, with less change. Rejected if its outputs
 * are already spent, because the replacement would cancel that too.
 */
export async function bumpFee(
  { hash, call, publicKey }: SentCall & Pick<Transfer, 'publicKey'>,
  ask: QueryChain,
): Promise<FeeBump> {
  const requested = requestedOf(call)
  const own = readBitcoinAddress(String(call.from))
  const unlock = await unlockFor(own, publicKey)
  if (!unlock) return { refusal: 'elsewhere' }
  const [{ read }, standing, rate] = await Promise.all([
    transactionOf(hash, ask),
    standingOf(hash, ask),
    feeRateOf(ask, next),
  ])
  if (!standing || standing.isConfirmed) return { refusal: 'settled' }
  // A wallet that sends by itself selects its own coins.
  if (!isSameBytes(withoutSignatures(read), withoutSignatures(requested))) return { refusal: 'elsewhere' }
  const spenders = await Promise.all(requested.outputs.map((_, at) => spenderOf(hash, at, ask)))
  if (spenders.some(Boolean)) return { refusal: 'spent' }
  const coins = await Promise.all(
    requested.inputs.map(async ({ txid, index }) => {
      const { raw, read: parent } = await transactionOf(txid, ask)
      const output = parent.outputs[index]
      if (!output || !isSameBytes(output.script, own.script)) throw invalidResponse('valid coin')
      return { kind: own.kind, output, parent: raw, ...unlock }
    }),
  )
  const [paid, change] = requested.outputs
  const before = sum(coins.map(({ output }) => output)) - sum(requested.outputs)
  if (!paid || !change || !isSameBytes(change.script, own.script)) return { refusal: 'noChange' }
  const scripts = requested.outputs.map(({ script }) => ({ kind: own.kind, length: script.length }))
  const weight = transactionWeight(
    coins.map(({ kind }) => kind),
    scripts,
  )
  const wanted = max(feeOf(weight, rate), before + feeOf(weight, incremental))
  const left = change.value - (wanted - before)
  if (left < 0n) return { refusal: 'noChange' }
  // Dust change goes to the fee.
  const keepsChange = left >= dustOf({ kind: own.kind, length: own.script.length })
  const outputs = keepsChange ? [paid, { ...change, value: left }] : [paid]
  const transaction: RawTransaction = { ...requested, outputs }
  return {
    before,
    fee: keepsChange ? wanted : before + change.value,
    call: { ...call, psbt: encodeBase64(writePsbt(transaction, coins)), isRaise: true },
  }
}

const sum = (outputs: RawTransaction['outputs']): bigint => outputs.reduce((all, { value }) => all + value, 0n)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
