import { encodeBech32, wordsOf } from '@billfold/protocol/bitcoin/bech32'
import { sized, taggedHash } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { joinBytes } from '@billfold/protocol/bytes'
import { p2tr, Transaction } from '@scure/btc-signer'
import { bytesToHex } from 'viem/utils'
import { type BitcoinKey, keyAt, prefixOf, realmOf } from './bitcoinKey.ts'
import { signPsbt } from './signPsbt.ts'

/** The taproot account of a mnemonic, in which wallets keep collectibles (BIP-86). */
export function ordinalKey(mnemonic: string, chain: string, index: number): BitcoinKey {
  const path = `m/86'/${realmOf(chain) === 'main' ? 0 : 1}'/0'/0/${index}`
  const { privateKey, publicKey } = keyAt(mnemonic, path)
  const { script, tweakedPubkey } = p2tr(publicKey.slice(1))
  return {
    address: encodeBech32({ kind: 'bech32m', prefix: prefixOf(chain), words: [1, ...wordsOf(tweakedPubkey)] }),
    publicKey: bytesToHex(publicKey.slice(1)),
    path,
    signMessage: async (message) => bytesToHex(signBip322(privateKey, publicKey.slice(1), script, message)).slice(2),
    signPsbt: async (psbt, indexes) => signPsbt(psbt, privateKey, indexes),
  }
}

/** The witness of the transaction that stands for a message (BIP-322). */
function signBip322(privateKey: Uint8Array, internal: Uint8Array, script: Uint8Array, message: string): Uint8Array {
  const hash = taggedHash('BIP0322-signed-message', new TextEncoder().encode(message))
  const toSpend = new Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true })
  const finalScriptSig = joinBytes(Uint8Array.of(0, 32), hash)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  const witnessUtxo = { script, amount: 0n }
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo, tapInternalKey: internal })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(privateKey)
  toSign.finalize()
  const witness = toSign.getInput(0).finalScriptWitness ?? []
  return joinBytes(Uint8Array.of(witness.length), ...witness.map(sized))
}
