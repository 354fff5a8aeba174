import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** An Ed25519 key under a seed (SLIP-0010). Every step is a hardened one: this curve has no others. */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, new TextEncoder().encode('ed25519 seed'), seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + 2 ** 31)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
