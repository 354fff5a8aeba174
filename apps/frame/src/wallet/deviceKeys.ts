import type { DevicePublicKey } from '@billfold/protocol/embedded/dpop'
import type { Opener } from '@billfold/protocol/embedded/hpke'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'

/**
 * A device's keys: to sign, to receive encrypted shares, and to encrypt its own share. The browser never exports them, not even to us.
 */
export type DeviceKeys = { sign: CryptoKeyPair; seal: CryptoKeyPair; keep: CryptoKey }

const p256 = { namedCurve: 'P-256' }

/** New keys. Only the public halves can ever be read. */
export async function newDeviceKeys(): Promise<DeviceKeys> {
  const [sign, seal, keep] = await Promise.all([
    crypto.subtle.generateKey({ name: 'ECDSA', ...p256 }, false, ['sign', 'verify']),
    crypto.subtle.generateKey({ name: 'ECDH', ...p256 }, false, ['deriveBits']),
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  return { sign, seal, keep }
}

/** The signing key as proofs of possession take it. */
export async function signerOf({ sign }: DeviceKeys) {
  const { x, y } = await crypto.subtle.exportKey('jwk', sign.publicKey)
  const publicKey: DevicePublicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  return {
    publicKey,
    sign: (bytes: Uint8Array<ArrayBuffer>) =>
      crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, sign.privateKey, bytes),
  }
}

/** A device's description for servers: its public keys and its name. */
export async function describeDevice(keys: DeviceKeys, label: string) {
  const [signer, opener] = await Promise.all([signerOf(keys), deviceOpener(keys)])
  return { signKey: signer.publicKey, sealKey: encodeBase64Url(opener.publicKey), label }
}

/** The other key as `openWith` takes it. */
export async function deviceOpener({ seal }: DeviceKeys): Promise<Opener> {
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', seal.publicKey)),
    async agree(other) {
      const theirs = await crypto.subtle.importKey('raw', Uint8Array.from(other), { name: 'ECDH', ...p256 }, false, [])
      return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, seal.privateKey, 256))
    },
  }
}

/** Something of a wallet, put under the device's own key and bound to what it is of. */
export type EncryptedShare = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

export async function keepUnder({ keep }: DeviceKeys, bound: string, secret: Uint8Array): Promise<EncryptedShare> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(bound) },
    keep,
    Uint8Array.from(secret),
  )
  return { iv, bytes }
}

export async function takeFrom(
  { keep }: DeviceKeys,
  bound: string,
  { iv, bytes }: EncryptedShare,
): Promise<Uint8Array> {
  const additionalData = new TextEncoder().encode(bound)
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, keep, bytes))
}
