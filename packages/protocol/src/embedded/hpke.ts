import { gcm } from '@noble/ciphers/aes.js'
import { p256 } from '@noble/curves/nist.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'

/**
 * HPKE (RFC 9180) in its base mode, for one message: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. On P-256 because a
 * browser can hold such a key without ever giving it out, and so can the machines that hold an operator's.
 *
 * `@hpke/core` 1.9.0 in its place, measured, adds 4.2 kB (gzip) to the frame's worker of 69.2 kB, and two packages to what visitors trust:
 * signing needs the curves and hashes below anyway. RFC 9180's vectors and `@hpke/core` itself check this file in its tests.
 */
const kemId = 0x0010
const suite = joinBytes(text('HPKE'), u16(kemId), u16(0x0001), u16(0x0002))
const kemSuite = joinBytes(text('KEM'), u16(kemId))
const publicKeyLength = 65

/**
 * A recipient of sealed data: a public key (65 bytes, uncompressed), and the shared secret that its private half makes
 * with another.
 */
export type Opener = {
  publicKey: Uint8Array
  agree(otherPublicKey: Uint8Array): Promise<Uint8Array> | Uint8Array
}

/** Seals a message for the holder of a key. Anyone who opens it must name the same `info`, or it does not open. */
export function sealTo(publicKey: Uint8Array, info: Uint8Array, message: Uint8Array): Uint8Array {
  const { secretKey, publicKey: enc } = newKeyPair()
  const shared = sharedSecret(agreed(secretKey, publicKey), enc, publicKey)
  const { key, nonce } = schedule(shared, info)
  return joinBytes(enc, gcm(key, nonce).encrypt(message))
}

/** Opens the output of `sealTo`; throws if it is for another key or another `info`, or altered. */
export async function openWith(opener: Opener, info: Uint8Array, sealed: Uint8Array): Promise<Uint8Array> {
  try {
    const enc = sealed.slice(0, publicKeyLength)
    // A point that is not on the curve would give the secret away bit by bit.
    p256.Point.fromBytes(enc).assertValidity()
    const shared = sharedSecret(await opener.agree(enc), enc, opener.publicKey)
    const { key, nonce } = schedule(shared, info)
    return gcm(key, nonce).decrypt(sealed.slice(publicKeyLength))
  } catch (cause) {
    throw new KitError('unauthorized', { message: 'It does not open', cause })
  }
}

/** One who opens with a private key that is at hand. */
export const openerOf = (secretKey: Uint8Array): Opener => ({
  publicKey: p256.getPublicKey(secretKey, false),
  agree: (other) => agreed(secretKey, other),
})

/** A key pair drawn from 32 bytes that no one can guess: the same bytes, the same pair (RFC 9180, DeriveKeyPair). */
export function keyPairFrom(material: Uint8Array): { secretKey: Uint8Array; publicKey: Uint8Array } {
  if (material.length < 32) throw new KitError('invalid_input')
  const seed = labeledExtract(new Uint8Array(), kemSuite, 'dkp_prk', material)
  for (let counter = 0; counter < 256; counter++) {
    const secretKey = labeledExpand(seed, kemSuite, 'candidate', Uint8Array.of(counter), 32)
    if (p256.utils.isValidSecretKey(secretKey)) return { secretKey, publicKey: p256.getPublicKey(secretKey, false) }
  }
  throw new KitError('internal')
}

function newKeyPair() {
  const secretKey = p256.utils.randomSecretKey()
  return { secretKey, publicKey: p256.getPublicKey(secretKey, false) }
}

/** The x coordinate that both sides come to. */
const agreed = (secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  p256.getSharedSecret(secretKey, publicKey).slice(1, 33)

function sharedSecret(dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Uint8Array {
  const prk = labeledExtract(new Uint8Array(), kemSuite, 'eae_prk', dh)
  return labeledExpand(prk, kemSuite, 'shared_secret', joinBytes(enc, recipient), 32)
}

function schedule(shared: Uint8Array, info: Uint8Array): { key: Uint8Array; nonce: Uint8Array } {
  const empty = new Uint8Array()
  const context = joinBytes(
    Uint8Array.of(0),
    labeledExtract(empty, suite, 'psk_id_hash', empty),
    labeledExtract(empty, suite, 'info_hash', info),
  )
  const secret = labeledExtract(shared, suite, 'secret', empty)
  return {
    key: labeledExpand(secret, suite, 'key', context, 32),
    nonce: labeledExpand(secret, suite, 'base_nonce', context, 12),
  }
}

const labeledExtract = (salt: Uint8Array, id: Uint8Array, label: string, material: Uint8Array): Uint8Array =>
  extract(sha256, joinBytes(text('HPKE-v1'), id, text(label), material), salt)

const labeledExpand = (prk: Uint8Array, id: Uint8Array, label: string, info: Uint8Array, length: number): Uint8Array =>
  expand(sha256, prk, joinBytes(u16(length), text('HPKE-v1'), id, text(label), info), length)

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}
function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 255)
}
