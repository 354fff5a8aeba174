import { sized } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { joinBytes } from '@billfold/protocol/wc/joinBytes'
import type { Hex } from 'viem'
import { mnemonicToAccount, sign } from 'viem/accounts'
import { bytesToHex, hexToBytes, ripemd160, sha256 } from 'viem/utils'
import { segwitAddress } from './segwitAddress.ts'

/** A Bitcoin account that signs messages; its address is a native segwit one. */
export type BitcoinKey = { address: string; publicKey: Hex; signMessage(message: string): Promise<string> }

const prefixes: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'bc',
  'bip122:000000000933ea01ad0ee984209779ba': 'tb',
}
const magic = '\x18Bitcoin Signed Message:\n'

/** The account number `index` of a mnemonic on a Bitcoin chain (BIP-84); chains nobody knows are taken for local ones. */
export function bitcoinKey(mnemonic: string, chain: string, index: number): BitcoinKey {
  const prefix = prefixes[chain] ?? 'bcrt'
  const path = `m/84'/${prefix === 'bc' ? 0 : 1}'/0'/0/${index}`
  // viem names Ethereum's paths only; the derivation is the same for every path.
  const account = mnemonicToAccount(mnemonic, { path: path as `m/44'/60'/${string}` })
  const privateKey = bytesToHex(account.getHdKey().privateKey as Uint8Array)
  const publicKey = compressed(hexToBytes(account.publicKey))
  return {
    address: segwitAddress(prefix, ripemd160(sha256(publicKey, 'bytes'), 'bytes')),
    publicKey: bytesToHex(publicKey),
    async signMessage(message) {
      const { r, s, yParity } = await sign({ hash: messageHash(message), privateKey })
      // BIP-137: 39 to 42 say that the key's address is a native segwit one, and which of four keys it is.
      return bytesToHex(joinBytes(Uint8Array.of(39 + (yParity ?? 0)), word(r), word(s))).slice(2)
    },
  }
}

/** What is signed for a text: the length and the words around it keep it from being a transaction. */
export function messageHash(message: string): Hex {
  const bytes = new TextEncoder().encode(message)
  return sha256(sha256(joinBytes(new TextEncoder().encode(magic), sized(bytes))))
}

/** A public key in the 33 bytes that addresses are made of. */
const compressed = (key: Uint8Array): Uint8Array => joinBytes(Uint8Array.of(2 + ((key[64] ?? 0) & 1)), key.slice(1, 33))
const word = (hex: Hex) => hexToBytes(`0x${hex.slice(2).padStart(64, '0')}`)
