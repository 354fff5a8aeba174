import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, randomBytes } from '@noble/hashes/utils.js'
import { KitError } from '../error.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { bytesOfKey, deriveSymKey, generateKeyPair } from './keys.ts'

const ivLength = 12
const tagLength = 16
const keyLength = 32

/** An envelope taken apart, still closed. Type 1 says in clear whose key it was sealed with. */
export type Envelope =
  | { type: 0; iv: Uint8Array; sealed: Uint8Array }
  | { type: 1; senderPublicKey: string; iv: Uint8Array; sealed: Uint8Array }

/** To seal: the topic's key (type 0), or our private key and the other's public one (type 1). */
export type SealKey = { symKey: string } | { privateKey: string; peerPublicKey: string }
/** To open: the topic's key takes type 0 alone, a private key type 1 alone. */
export type OpenKey = { symKey: string } | { privateKey: string }

/** Seals a text for a topic. A nonce is given only by tests: one used twice under a key would give messages away. */
export function sealEnvelope(message: string, key: SealKey, iv: Uint8Array = randomBytes(ivLength)): string {
  if (iv.length !== ivLength) throw refused('its nonce is not 12 bytes long')
  const symKey = 'symKey' in key ? key.symKey : deriveSymKey(key.privateKey, key.peerPublicKey)
  const head =
    'symKey' in key
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), bytesOfKey(generateKeyPair(key.privateKey).publicKey))
  const sealed = chacha20poly1305(bytesOfKey(symKey), iv).encrypt(new TextEncoder().encode(message))
  return encodeBase64(concatBytes(head, iv, sealed))
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
  return type === 0 ? { type, iv, sealed } : { type, senderPublicKey: bytesToHex(bytes.subarray(1, start)), iv, sealed }
}

/** The text in an envelope. Whatever was not sealed with this key, for this kind of opening, throws. */
export function openEnvelope(encoded: string, key: OpenKey): { message: string; senderPublicKey?: string } {
  const envelope = readEnvelope(encoded)
  if ('symKey' in key) {
    if (envelope.type !== 0) throw refused('it is of type 1 where type 0 is due')
    return { message: decrypt(envelope, key.symKey) }
  }
  if (envelope.type !== 1) throw refused('it is of type 0 where type 1 is due')
  const { senderPublicKey } = envelope
  return { message: decrypt(envelope, deriveSymKey(key.privateKey, senderPublicKey)), senderPublicKey }
}

function decrypt({ iv, sealed }: Envelope, symKey: string): string {
  const cipher = chacha20poly1305(bytesOfKey(symKey), iv)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(cipher.decrypt(sealed))
  } catch (cause) {
    throw new KitError('invalid_input', {
      message: 'Envelope refused: it was sealed with another key or changed',
      cause,
    })
  }
}

const refused = (why: string) => new KitError('invalid_input', { message: `Envelope refused: ${why}` })
