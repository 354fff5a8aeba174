import { base58 } from '@scure/base'

/** An ed25519 key that signs without ever showing its secret. */
export type SolanaKey = {
  address: string
  publicKey: Uint8Array<ArrayBuffer>
  sign(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}

// RFC 8410: the fixed start of a PKCS#8 document that holds an ed25519 seed; WebCrypto takes no bare seed.
const pkcs8Start = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]

/** The Solana key of a 32-byte seed, by WebCrypto. */
export async function solanaKey(seed: Uint8Array): Promise<SolanaKey> {
  if (seed.length !== 32) throw new RangeError(`A Solana seed is 32 bytes long, not ${seed.length}`)
  const pkcs8 = new Uint8Array([...pkcs8Start, ...seed])
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = fromBase64Url(x!)
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(message))),
  }
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
