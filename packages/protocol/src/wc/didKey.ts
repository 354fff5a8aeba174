import { decodeBase58, encodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'

const prefix = 'did:key:z'
/** The multicodec of an Ed25519 public key. */
const codec = Uint8Array.of(0xed, 0x01)

/** An Ed25519 public key as the name a relay knows its client by. */
export function encodeDidKey(publicKey: Uint8Array): string {
  if (publicKey.length !== 32) throw refused()
  return prefix + encodeBase58(joinBytes(codec, publicKey))
}

/** The Ed25519 public key in a `did:key`. */
export function decodeDidKey(did: string): Uint8Array {
  // 34 bytes are at most 47 base58 letters; a longer text is not worth decoding.
  if (!did.startsWith(prefix) || did.length > prefix.length + 48) throw refused()
  const bytes = decodeBase58(did.slice(prefix.length))
  if (bytes.length !== 34 || bytes[0] !== codec[0] || bytes[1] !== codec[1]) throw refused()
  return bytes.subarray(2)
}

const refused = () => new KitError('invalid_input', { message: 'Not a did:key of an Ed25519 key' })
