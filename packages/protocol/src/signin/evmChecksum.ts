import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexOf } from '../bytes.ts'

/** An EVM address in its checked spelling (EIP-55). */
export function evmChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = hexOf(keccak_256(new TextEncoder().encode(digits)))
  const spelled = Array.from(digits, (digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))
  return `0x${spelled.join('')}`
}
