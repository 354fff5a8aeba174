import { decodeBase58 } from '@billfold/protocol/base58'

/**
 * Whether the account signed these bytes: verified by the browser, or by an audited library if that lacks the curve.
 */
export async function isSignedBy(address: string, signed: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const [publicKey, bytes] = [decodeBase58(address), Uint8Array.from(signed)]
  const key = await crypto.subtle?.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => undefined)
  if (key) return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), bytes)
  const { verifyByLibrary } = await import('./verifyByLibrary.ts')
  return verifyByLibrary(signature, bytes, publicKey)
}
