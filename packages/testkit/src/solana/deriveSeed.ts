const hardened = 0x8000_0000

/** The ed25519 seed at a path of hardened steps, as SLIP-10 derives it and Solana wallets do. */
export async function deriveSeed(seed: Uint8Array, path: readonly number[]): Promise<Uint8Array<ArrayBuffer>> {
  let node = await hmacSha512(new TextEncoder().encode('ed25519 seed'), seed)
  for (const step of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, hardened + step)
    node = await hmacSha512(node.slice(32), data)
  }
  return node.slice(0, 32)
}

/** The derivation path of account `index` in Solana wallets. */
export const solanaPath = (index: number): readonly number[] => [44, 501, index, 0]

async function hmacSha512(key: Uint8Array, data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const how = { name: 'HMAC', hash: 'SHA-512' }
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), how, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new Uint8Array(data)))
}
