import { encodeBech32, wordsOf } from '@billfold/protocol/bitcoin/bech32'
import { sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import type { BitcoinRealm } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { joinBytes } from '@billfold/protocol/bytes'
import type { Hex } from 'viem'
import { mnemonicToAccount, sign } from 'viem/accounts'
import { bytesToHex, hexToBytes, ripemd160, sha256 } from 'viem/utils'

/** A Bitcoin account that signs messages and transactions; its address is a native segwit one. */
export type BitcoinKey = {
  address: string
  publicKey: Hex
  path: string
  /** In hex: by BIP-137, or by BIP-322 where only that can be. */
  signMessage(message: string): Promise<string>
  /** The PSBT with this key's signature in each of these inputs. */
  signPsbt(psbt: Uint8Array, indexes: readonly number[]): Promise<Uint8Array>
}

const prefixes: Readonly<Record<BitcoinRealm, string>> = { main: 'bc', test: 'tb', regtest: 'bcrt' }
const magic = '\x18Bitcoin Signed Message:\n'

/** A chain's kind of network; unknown chains count as local ones. */
export const realmOf = (chain: string): BitcoinRealm => bitcoinNetwork(chain)?.realm ?? 'regtest'
export const prefixOf = (chain: string): string => prefixes[realmOf(chain)]

/** The account number `index` of a mnemonic on a Bitcoin chain (BIP-84). */
export function bitcoinKey(mnemonic: string, chain: string, index: number): BitcoinKey {
  const path = `m/84'/${realmOf(chain) === 'main' ? 0 : 1}'/0'/0/${index}`
  const { privateKey, publicKey } = keyAt(mnemonic, path)
  return {
    address: segwitAddress(prefixOf(chain), ripemd160(sha256(publicKey, 'bytes'), 'bytes')),
    publicKey: bytesToHex(publicKey),
    path,
    async signMessage(message) {
      const { r, s, yParity } = await sign({ hash: messageHash(message), privateKey: bytesToHex(privateKey) })
      // BIP-137: 39 to 42 say that the key's address is a native segwit one, and which of four keys it is.
      return bytesToHex(joinBytes(Uint8Array.of(39 + (yParity ?? 0)), word(r), word(s))).slice(2)
    },
    signPsbt: async (psbt, indexes) => (await import('./signPsbt.ts')).signPsbt(psbt, privateKey, indexes),
  }
}

/** The key at a path below a mnemonic's root. */
export function keyAt(mnemonic: string, path: string): { privateKey: Uint8Array; publicKey: Uint8Array } {
  // viem names Ethereum's paths only; the derivation is the same for every path.
  const account = mnemonicToAccount(mnemonic, { path: path as `m/44'/60'/${string}` })
  const privateKey = account.getHdKey().privateKey as Uint8Array
  return { privateKey, publicKey: compressed(hexToBytes(account.publicKey)) }
}

/** Hash that is signed for a text: the length and the prefix keep it from being a transaction. */
export function messageHash(message: string): Hex {
  const bytes = new TextEncoder().encode(message)
  return sha256(sha256(joinBytes(new TextEncoder().encode(magic), sized(bytes))))
}

/** A public key in the 33 bytes that addresses are made of. */
const compressed = (key: Uint8Array): Uint8Array => joinBytes(Uint8Array.of(2 + ((key[64] ?? 0) & 1)), key.slice(1, 33))
const word = (hex: Hex) => hexToBytes(`0x${hex.slice(2).padStart(64, '0')}`)

/** A segwit address of version 0 (BIP-173): the network's prefix and a hash of 20 or 32 bytes. */
export const segwitAddress = (prefix: string, hash: Uint8Array): string =>
  encodeBech32({ kind: 'bech32', prefix, words: [0, ...wordsOf(hash)] })
