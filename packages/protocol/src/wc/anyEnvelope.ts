import { KitError } from '../error.ts'
import { openSealed, openWith, readEnvelope, sealFrom, sealWith } from './envelope.ts'
import { deriveSymKey, generateKeyPair } from './keyAgreement.ts'

/** To seal: the topic's key (type 0), or our private key and the other's public one (type 1). */
export type SealKey = { symKey: string } | { privateKey: string; peerPublicKey: string }
/** To open: the topic's key takes type 0 alone, a private key type 1 alone. */
export type OpenKey = { symKey: string } | { privateKey: string }

/** Seals a text for a topic, of either type. */
export function sealEnvelope(message: string, key: SealKey, iv?: Uint8Array): string {
  if ('symKey' in key) return sealWith(key.symKey, message, iv)
  const symKey = deriveSymKey(key.privateKey, key.peerPublicKey)
  return sealFrom(generateKeyPair(key.privateKey).publicKey, symKey, message, iv)
}

/** The text in an envelope. Whatever was not sealed with this key, for this kind of opening, throws. */
export function openEnvelope(encoded: string, key: OpenKey): { message: string; senderPublicKey?: string } {
  if ('symKey' in key) return { message: openWith(key.symKey, encoded) }
  const envelope = readEnvelope(encoded)
  if (envelope.type !== 1)
    throw new KitError('invalid_input', { message: 'Envelope rejected: it is of type 0, not type 1' })
  const { senderPublicKey } = envelope
  return { message: openSealed(envelope, deriveSymKey(key.privateKey, senderPublicKey)), senderPublicKey }
}
