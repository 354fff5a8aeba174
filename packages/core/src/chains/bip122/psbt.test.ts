import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import * as btc from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPsbt, type SpentCoin, signedTransaction, writePsbt } from './psbt.ts'
import { type RawTransaction, readTransaction, txidOf, writeTransaction } from './rawTransaction.ts'

const secret = (seed: number) => new Uint8Array(32).fill(seed)
const kinds = {
  p2pkh: (seed: number) => btc.p2pkh(pubECDSA(secret(seed))),
  p2sh: (seed: number) => btc.p2sh(btc.p2wpkh(pubECDSA(secret(seed)))),
  p2wpkh: (seed: number) => btc.p2wpkh(pubECDSA(secret(seed))),
  p2tr: (seed: number) => btc.p2tr(pubSchnorr(secret(seed))),
}
type Kind = keyof typeof kinds

/** A transaction from another library that pays one output to a key. */
function parentOf(kind: Kind, seed: number, value: bigint) {
  const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  tx.addOutput({ script: kinds[kind](seed).script, amount: value })
  tx.addInput({ txid: secret(seed), index: 0, finalScriptSig: new Uint8Array([1, seed]) })
  return tx
}

function setUp(coins: readonly { kind: Kind; seed: number; value: bigint }[], amount: bigint) {
  const parents = coins.map(({ kind, seed, value }) => parentOf(kind, seed, value))
  const transaction: RawTransaction = {
    version: 2,
    lockTime: 0,
    inputs: parents.map(({ id }) => ({
      txid: id,
      index: 0,
      sequence: 0xfffffffd,
      script: new Uint8Array(),
      witness: [],
    })),
    outputs: [{ value: amount, script: kinds.p2wpkh(9).script }],
  }
  const spent = coins.map(
    ({ kind, seed, value }, at): SpentCoin => ({
      kind,
      output: { value, script: kinds[kind](seed).script },
      parent: bytesOfHex(parents[at]!.hex),
      ...(kind === 'p2tr' ? { internalKey: pubSchnorr(secret(seed)) } : {}),
      ...(kind === 'p2sh' ? { redeemScript: kinds.p2wpkh(seed).script } : {}),
    }),
  )
  return { transaction, psbt: writePsbt(transaction, spent) }
}

const someCoins = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('p2pkh', 'p2sh', 'p2wpkh', 'p2tr'),
    seed: fc.integer({ min: 1, max: 200 }),
    value: fc.bigInt(10_000n, 2_000_000_000_000_000n),
  }),
  { minLength: 1, maxLength: 4 },
)

test('writes PSBTs that another library reads and signs, and extracts the same transaction as it', () => {
  fc.assert(
    fc.property(someCoins, fc.boolean(), (drawn, isFinal) => {
      const coins = drawn.map((coin, at) => ({ ...coin, seed: ((coin.seed + at * 61) % 250) + 1 }))
      const sum = coins.reduce((all, { value }) => all + value, 0n)
      const { transaction, psbt } = setUp(coins, sum - 5000n)
      const theirs = btc.Transaction.fromPSBT(psbt)
      expect(theirs.fee).toBe(5000n)
      for (const [at, { seed }] of coins.entries()) theirs.signIdx(secret(seed), at)
      if (isFinal) theirs.finalize()
      const signed = signedTransaction(theirs.toPSBT())
      if (!isFinal) theirs.finalize()
      expect(hexOf(writeTransaction(signed))).toBe(theirs.hex)
      expect(txidOf(signed)).toBe(theirs.id)
      expect(readPsbt(psbt).transaction).toEqual(transaction)
    }),
    { numRuns: 30 },
  )
})

test('reads back transactions, with their known ids', () => {
  // The first payment between two people, in block 170.
  const hex =
    '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000'
  const read = readTransaction(bytesOfHex(hex))
  expect(txidOf(read)).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')
  expect(hexOf(writeTransaction(read))).toBe(hex)
  expect(read.outputs.map(({ value }) => value)).toEqual([1_000_000_000n, 4_000_000_000n])
})

test('rejects invalid transactions, invalid PSBTs, and partially signed ones', () => {
  const { psbt } = setUp([{ kind: 'p2wpkh', seed: 1, value: 20_000n }], 10_000n)
  for (const cut of [0, 4, 20, psbt.length - 60]) expect(() => readPsbt(psbt.slice(0, cut))).toThrow()
  expect(() => signedTransaction(psbt)).toThrow('The wallet left an input unsigned')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        expect(writeTransaction(readTransaction(bytes)).length).toBe(bytes.length)
      } catch (e) {
        expect(e).toHaveProperty('code', 'invalid_input')
      }
    }),
  )
  expect(readBitcoinAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').kind).toBe('p2wpkh')
})
