import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hexOf, joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { bytesOfKey } from './keys.ts'

const ivLength = 12
const tagLength = 16
const keyLength = 32

/** An envelope taken apart, still closed. Type 1 says in clear whose key it was sealed with. */
export type Envelope =
  | { type: 0; iv: Uint8Array; sealed: Uint8Array }
  | { type: 1; senderPublicKey: string; iv: Uint8Array; sealed: Uint8Array }

/** Seals a text under a topic's key (type 0). A nonce is given only by tests: used twice it would give messages away. */
export function sealWith(symKey: string, message: string, iv?: Uint8Array): string {
  return seal(Uint8Array.of(0), message, symKey, iv)
}

/** Seals a text from a public key that stands in clear before it (type 1), under the key agreed with the other side. */
export function sealFrom(senderPublicKey: string, symKey: string, message: string, iv?: Uint8Array): string {
  return seal(joinBytes(Uint8Array.of(1), bytesOfKey(senderPublicKey)), message, symKey, iv)
}

function seal(head: Uint8Array, message: string, symKey: string, iv = freshNonce()): string {
  if (iv.length !== ivLength) throw refused('its nonce is not 12 bytes long')
  const sealed = chacha20poly1305(bytesOfKey(symKey), iv).encrypt(new TextEncoder().encode(message))
  return encodeBase64(joinBytes(head, iv, sealed))
}

/** Takes an envelope apart without opening it; type 2 (not encrypted) is refused, as is everything unknown or cut short. */
export function readEnvelope(encoded: string): Envelope {
  const bytes = decodeBase64(encoded)
  const type = bytes[0]
  if (type === 2) throw refused('it is not encrypted (type 2)')
  if (type !== 0 && type !== 1) throw refused('its type is unknown')
  const start = type === 0 ? 1 : 1 + keyLength
  if (bytes.length < start + ivLength + tagLength) throw refused('it is cut short')
  const iv = bytes.subarray(start, start + ivLength)
  const sealed = bytes.subarray(start + ivLength)
  return type === 0 ? { type, iv, sealed } : { type, senderPublicKey: hexOf(bytes.subarray(1, start)), iv, sealed }
}

/** The text that was sealed under a topic's key (type 0); whatever else comes throws. */
export function openWith(symKey: string, encoded: string): string {
  const envelope = readEnvelope(encoded)
  if (envelope.type !== 0) throw refused('it is of type 1, not type 0')
  return openSealed(envelope, symKey)
}

/** The text of an envelope that was taken apart, given the key its type leads to. */
export function openSealed({ iv, sealed }: Envelope, symKey: string): string {
  const cipher = chacha20poly1305(bytesOfKey(symKey), iv)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(cipher.decrypt(sealed))
  } catch (cause) {
    throw new KitError('invalid_input', {
      message: 'Envelope rejected: it was sealed with another key or changed',
      cause,
    })
  }
}

const freshNonce = (): Uint8Array => crypto.getRandomValues(new Uint8Array(ivLength))
const refused = (why: string) => new KitError('invalid_input', { message: `Envelope rejected: ${why}` })
