import type { BitcoinOutput, BitcoinTx } from './bcoin.ts'
import { findTaprootFault } from './findTaprootFault.ts'
import type { IndexedTx, TxIndex } from './txIndex.ts'

/** The reason why a node rejects a transaction, in Bitcoin Core's words. */
export class TxRefusal extends Error {
  override name = 'TxRefusal'
  readonly code: number
  constructor(message: string, code = -26) {
    super(message)
    this.code = code
  }
}

/** The minimum relay fee, in satoshis per virtual byte. */
const relayRate = 1
const dustRate = 3

/**
 * The relay rules that bcoin lacks or has in an older form, checked before bcoin's own: existing inputs, dust, the
 * minimum fee, Taproot's signatures, and what a replacement must pay (BIP-125, for every transaction as in Bitcoin Core 28). Returns the
 * transactions that it replaces.
 */
export function refuseTx(tx: BitcoinTx, index: TxIndex): IndexedTx[] {
  if (index.get(tx.txid())?.place) throw new TxRefusal('Transaction outputs already in utxo set', -27)
  if (index.get(tx.txid())) throw new TxRefusal('txn-already-in-mempool', -27)
  if (tx.isCoinbase()) throw new TxRefusal('coinbase')
  const spent = tx.inputs.map(({ prevout }) => {
    const output = index.get(prevout.txid())?.tx.outputs[prevout.index]
    if (!output || index.spenderOf(prevout.txid(), prevout.index)?.place)
      throw new TxRefusal('bad-txns-inputs-missingorspent', -25)
    return output
  })
  const sum = (outputs: readonly BitcoinOutput[]) => outputs.reduce((all, { value }) => all + value, 0)
  const fee = sum(spent) - sum(tx.outputs)
  if (fee < 0) throw new TxRefusal('bad-txns-in-belowout')
  if (tx.outputs.some(isDust)) throw new TxRefusal('dust')
  const size = tx.getVirtualSize()
  if (fee < size * relayRate) throw new TxRefusal(`min relay fee not met, ${fee} < ${size * relayRate}`)
  const fault = findTaprootFault(tx, spent)
  if (fault) throw new TxRefusal(fault)
  return replacedBy(tx, index, fee, size)
}

function replacedBy(tx: BitcoinTx, index: TxIndex, fee: number, size: number): IndexedTx[] {
  const direct = tx.inputs.flatMap(({ prevout }) => index.spenderOf(prevout.txid(), prevout.index) ?? [])
  const all = new Map<string, IndexedTx>()
  const gather = (entry: IndexedTx) => {
    all.set(entry.id, entry)
    for (const at of entry.tx.outputs.keys()) {
      const next = index.spenderOf(entry.id, at)
      if (next) gather(next)
    }
  }
  direct.forEach(gather)
  const id = tx.txid()
  if (tx.inputs.some(({ prevout }) => all.has(prevout.txid())))
    throw new TxRefusal(`bad-txns-spends-conflicting-tx, ${id} spends conflicting transaction`)
  const paid = [...all.values()].reduce((sum, entry) => sum + entry.fee, 0)
  const dearest = Math.max(0, ...direct.map((entry) => entry.fee / entry.tx.getVirtualSize()))
  if (all.size > 0 && (fee < paid + size * relayRate || fee / size <= dearest))
    throw new TxRefusal(`insufficient fee, rejecting replacement ${id}, ${fee} is not enough above ${paid}`)
  return direct
}

function isDust({ script, value }: BitcoinOutput): boolean {
  const raw = script.toRaw()
  if (raw[0] === 0x6a) return false
  const isWitness =
    raw.length >= 4 && (raw[0] === 0 || (raw[0]! >= 0x51 && raw[0]! <= 0x60)) && raw[1] === raw.length - 2
  return value < (8 + 1 + raw.length + (isWitness ? 67 : 148)) * dustRate
}
