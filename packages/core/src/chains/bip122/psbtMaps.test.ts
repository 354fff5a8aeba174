import { bytesOfHex } from '@billfold/protocol/bytes'
import { p2pkh, p2wpkh, Transaction } from '@scure/btc-signer'
import { expect, it } from 'vitest'
import { readPsbtMaps, spentOutput, writePsbtMaps } from './psbtMaps.ts'

const key = bytesOfHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
const legacy = p2pkh(key).script
const recipient = p2wpkh(key).script

/** A transaction that pays `amount` to the legacy script. */
function payment(amount: bigint): Transaction {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  transaction.addInput({ txid: '22'.repeat(32), index: 0, finalScriptSig: new Uint8Array() })
  transaction.addOutput({ script: legacy, amount })
  return transaction
}

/** A PSBT that spends the first output of `spent`, and contains `stated` as the transaction before. */
function psbt(spent: Transaction, stated: Transaction, witnessAmount?: bigint) {
  const { id: txid } = spent
  const spending = new Transaction()
  spending.addInput({ txid, index: 0 })
  spending.addOutput({ script: recipient, amount: 40_000n })
  const maps = readPsbtMaps(spending.toPSBT())
  const input = [{ key: Uint8Array.of(0x00), value: stated.toBytes(true, false) }]
  if (witnessAmount !== undefined) {
    const amount = new Uint8Array(new BigUint64Array([witnessAmount]).buffer)
    input.push({ key: Uint8Array.of(0x01), value: Uint8Array.of(...amount, legacy.length, ...legacy) })
  }
  return readPsbtMaps(writePsbtMaps({ ...maps, inputs: [input] }))
}

it('reads the spent output from its transaction', () => {
  expect(spentOutput(psbt(payment(50_000n), payment(50_000n)), 0)).toEqual({ value: 50_000n, script: legacy })
})

it('rejects another transaction in its place, which could lie about the amount', () => {
  expect(() => spentOutput(psbt(payment(50_000n), payment(9_000_000n)), 0)).toThrow('Not a PSBT')
})

it('rejects a stated amount that its transaction contradicts', () => {
  expect(spentOutput(psbt(payment(50_000n), payment(50_000n), 50_000n), 0)?.value).toBe(50_000n)
  expect(() => spentOutput(psbt(payment(50_000n), payment(50_000n), 60_000n), 0)).toThrow('Not a PSBT')
})
