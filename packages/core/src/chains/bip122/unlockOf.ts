import { scriptHash, segwitScript } from '@billfold/protocol/bitcoin/keyScripts'
import type { BitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { taprootScript } from '@billfold/protocol/bitcoin/taprootScript'
import { bytesOfHex, isSameBytes } from '@billfold/protocol/bytes'
import type { Unlock } from './psbt.ts'

/**
 * What makes coins of a wrapped segwit or a taproot address spendable, from the key that the wallet tells. Undefined where it tells none
 * or it is another address's: a wallet could not sign for it, or would sign what no node takes.
 */
export function unlockOf({ kind, script }: BitcoinAddress, publicKey: string | undefined): Unlock | undefined {
  try {
    const key = bytesOfHex(publicKey ?? '')
    if (kind === 'p2sh') {
      const redeemScript = segwitScript(compressed(key))
      return isSameBytes(scriptHash(redeemScript), script) ? { redeemScript } : undefined
    }
    const internalKey = key.length === 32 ? key : compressed(key).subarray(1)
    return kind === 'p2tr' && isSameBytes(taprootScript(internalKey), script) ? { internalKey } : undefined
  } catch {
    return undefined // no hex, or no point on the curve: no key
  }
}

/** The 33 bytes that segwit knows a key by. */
function compressed(key: Uint8Array): Uint8Array {
  if (key.length === 65) return Uint8Array.of(2 + ((key[64] ?? 0) & 1), ...key.subarray(1, 33))
  if (key.length !== 33) throw new RangeError('not a public key')
  return key
}
