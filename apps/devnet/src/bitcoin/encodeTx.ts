import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import type { BitcoinOutput, BitcoinScript } from './bcoin.ts'
import type { IndexedTx } from './txIndex.ts'

/** A transaction's status, in Esplora's format. */
export const encodeStatus = ({ place }: IndexedTx) =>
  place
    ? { confirmed: true, block_height: place.height, block_hash: place.hash, block_time: place.time }
    : { confirmed: false }

/** A transaction in Esplora's format. */
export function encodeTx(entry: IndexedTx) {
  const { id, tx, spent, fee } = entry
  const isCoinbase = tx.isCoinbase()
  return {
    txid: id,
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map(({ prevout, script, witness, sequence }, at) => ({
      txid: prevout.txid(),
      vout: prevout.index,
      prevout: isCoinbase ? null : encodeOutput(spent[at]!),
      scriptsig: script.toRaw().toString('hex'),
      scriptsig_asm: asm(script),
      ...(witness.items.length > 0 ? { witness: witness.items.map((item) => item.toString('hex')) } : {}),
      is_coinbase: isCoinbase,
      sequence,
    })),
    vout: tx.outputs.map(encodeOutput),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee,
    status: encodeStatus(entry),
  }
}

function encodeOutput({ script, value }: BitcoinOutput) {
  const raw = script.toRaw()
  const address = writeBitcoinAddress(raw, 'regtest')
  return {
    scriptpubkey: raw.toString('hex'),
    scriptpubkey_asm: asm(script),
    scriptpubkey_type: typeOf(raw),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value,
  }
}

function typeOf(raw: Buffer): string {
  if (raw[0] === 0x6a) return 'op_return'
  if (raw[0] === 0x76 && raw.length === 25) return 'p2pkh'
  if (raw[0] === 0xa9 && raw.length === 23) return 'p2sh'
  if (raw[0] === 0 && raw.length === 22) return 'v0_p2wpkh'
  if (raw[0] === 0 && raw.length === 34) return 'v0_p2wsh'
  return raw[0] === 0x51 && raw.length === 34 ? 'v1_p2tr' : 'unknown'
}

const asm = ({ code }: BitcoinScript): string =>
  code
    .map(({ value, data, toSymbol }, at) => {
      if (value === 0) return 'OP_0'
      if (data)
        return `OP_${value <= 75 ? `PUSHBYTES_${value}` : `PUSHDATA${2 ** (value - 76)}`} ${data.toString('hex')}`
      return value >= 0x51 && value <= 0x60 ? `OP_PUSHNUM_${value - 0x50}` : toSymbol.call(code[at])
    })
    .join(' ')
