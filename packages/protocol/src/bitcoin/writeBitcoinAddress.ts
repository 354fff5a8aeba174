import { sha256 } from '@noble/hashes/sha2.js'
import { encodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { encodeBech32, wordsOf } from './bech32.ts'
import type { BitcoinRealm } from './readBitcoinAddress.ts'

const prefixes: Readonly<Record<BitcoinRealm, string>> = { main: 'bc', test: 'tb', regtest: 'bcrt' }

/** The address that an output's script pays, as chains of a realm write it; undefined if it has none. */
export function writeBitcoinAddress(script: Uint8Array, realm: BitcoinRealm): string | undefined {
  const { length } = script
  const [first = 0, second = 0] = script
  if (
    length === 25 &&
    first === 0x76 &&
    second === 0xa9 &&
    script[2] === 20 &&
    script[23] === 0x88 &&
    script[24] === 0xac
  )
    return base58Check(realm === 'main' ? 0 : 111, script.subarray(3, 23))
  if (length === 23 && first === 0xa9 && second === 20 && script[22] === 0x87)
    return base58Check(realm === 'main' ? 5 : 196, script.subarray(2, 22))
  const version = first === 0 ? 0 : first - 0x50
  const isProgram = version >= 0 && version <= 16 && second === length - 2 && second >= 2 && second <= 40
  if (!isProgram || (version === 0 && second !== 20 && second !== 32)) return undefined
  const words = [version, ...wordsOf(script.subarray(2))]
  return encodeBech32({ kind: version === 0 ? 'bech32' : 'bech32m', prefix: prefixes[realm], words })
}

function base58Check(version: number, hash: Uint8Array): string {
  const body = joinBytes(Uint8Array.of(version), hash)
  return encodeBase58(joinBytes(body, sha256(sha256(body)).subarray(0, 4)))
}
