import { scriptHash, segwitScript } from '@billfold/protocol/bitcoin/keyScripts'
import type { BitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { taprootScript } from '@billfold/protocol/bitcoin/taprootScript'
import { bytesOfHex, isSameBytes } from '@billfold/protocol/bytes'
import type { Unlock } from './psbt.ts'

/**
 * Data to spend from a wrapped segwit or taproot address, from the wallet's public key. Undefined without a key or with
 * another address's: a wallet could not sign, or its signature would be invalid.
 */
export function spendingInfoOf({ kind, script }: BitcoinAddress, publicKey: string | undefined): Unlock | undefined {
  try {
    const key = bytesOfHex(publicKey ?? '')
    if (kind === 'p2sh') {
      const redeemScript = segwitScript(compressed(key))
      return isSameBytes(scriptHash(redeemScript), script) ? { redeemScript } : undefined
    }
    const internalKey = key.length === 32 ? key : compressed(key).subarray(1)
    return kind === 'p2tr' && isSameBytes(taprootScript(internalKey), script) ? { internalKey } : undefined
  } catch {
    return undefined // not hex, or not a curve point: no key
  }
}

/** A compressed public key, as segwit requires. */
function compressed(key: Uint8Array): Uint8Array {
  if (key.length === 65) return Uint8Array.of(2 + ((key[64] ?? 0) & 1), ...key.subarray(1, 33))
  if (key.length !== 33) throw new RangeError('not a public key')
  return key
}
