import { recoverPublicKey } from 'viem'
import { bytesToHex, hexToBytes, ripemd160, sha256 } from 'viem/utils'
import { segwitAddress } from './bech32.ts'
import { compressed, messageHash } from './bitcoinKey.ts'

/** The first byte says which of four keys it is, and of what kind its address is: compressed, segwit in a script, native segwit. */
const [firstKind, lastKind] = [31, 42]

/**
 * Whether the key behind a native segwit address signed a text (BIP-137): the signature leads back to a key, and the key to the
 * address. Signatures as BIP-322 has them, a transaction's witness, are not read.
 */
export async function isBitcoinSignature(address: string, message: string, signature: string): Promise<boolean> {
  const bytes = /^[0-9a-f]{130}$/i.test(signature) ? hexToBytes(`0x${signature}`) : undefined
  const kind = bytes?.[0] ?? 0
  if (!bytes || kind < firstKind || kind > lastKind) return false
  try {
    const parity = (kind - firstKind) % 4
    const recoverable = bytesToHex(new Uint8Array([...bytes.slice(1), 27 + parity]))
    const key = hexToBytes(await recoverPublicKey({ hash: messageHash(message), signature: recoverable }))
    const [prefix = ''] = address.split('1')
    return segwitAddress(prefix, ripemd160(sha256(compressed(key), 'bytes'), 'bytes')) === address
  } catch {
    return false // no point on the curve: nobody's
  }
}
