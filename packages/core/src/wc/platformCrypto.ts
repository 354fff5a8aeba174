import { hexOf } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import { bytesOfKey } from '@billfold/protocol/wc/keys'
import type { WcCrypto } from './wcCrypto.ts'

// RFC 8410: the constant prefix of a PKCS#8 document with an Ed25519 seed; WebCrypto accepts no raw one.
const pkcs8Start = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]
const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new Uint8Array() }

/** A client's cryptography with WebCrypto, which does not expose private keys; undefined if unsupported. */
export async function platformCrypto(subtle: SubtleCrypto): Promise<WcCrypto | undefined> {
  const own = cryptoOf(subtle)
  try {
    await Promise.all([own.keyPair(), own.signer('0'.repeat(64))])
    return own
  } catch {
    // Older browsers reject the algorithm's name.
    return undefined
  }
}

const cryptoOf = (subtle: SubtleCrypto): WcCrypto => ({
  async keyPair() {
    const pair = (await subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair
    const publicKey = digits(await subtle.exportKey('raw', pair.publicKey))
    return {
      publicKey,
      async deriveSymKey(peerPublicKey) {
        const peer = await subtle.importKey('raw', bytesOfKey(peerPublicKey), 'X25519', false, [])
        const shared = await subtle.deriveBits({ name: 'X25519', public: peer }, pair.privateKey, 256).catch(unusable)
        // The specification requires the platform to reject this; do not rely on it for a key that everyone knows.
        if (new Uint8Array(shared).every((byte) => byte === 0)) unusable()
        const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits'])
        return digits(await subtle.deriveBits(hkdf, secret, 256))
      },
    }
  },
  async signer(seed) {
    const pkcs8 = new Uint8Array([...pkcs8Start, ...bytesOfKey(seed)])
    const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
    const { x = '' } = await subtle.exportKey('jwk', key)
    return {
      publicKey: decodeBase64Url(x),
      sign: async (data) => new Uint8Array(await subtle.sign('Ed25519', key, new Uint8Array(data))),
    }
  },
  topicOf: async (symKey) => digits(await subtle.digest('SHA-256', bytesOfKey(symKey))),
})

function unusable(cause?: unknown): never {
  throw new KitError('invalid_input', { message: "The peer's public key is invalid", cause })
}

const digits = (buffer: ArrayBuffer): string => hexOf(new Uint8Array(buffer))
