import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { StartupError } from '../process/startupError.ts'

/** Signs one request to the Coinbase Developer Platform, bound to its method and URL, for two minutes. */
export type CdpToken = (method: string, address: string) => Promise<string>

/**
 * Reads a Secret API key: the base64 of an Ed25519 key, or a PEM of an EC key. An error is one sentence without the
 * key.
 */
export function createCdpToken(keyId: string, secret: string, now = () => Date.now()): CdpToken {
  const { key, alg } = readSecret(secret)
  return (method, address) => {
    const seconds = Math.floor(now() / 1000)
    return new SignJWT({ uris: [`${method} ${address}`] })
      .setProtectedHeader({ alg, typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + 120)
      .sign(key)
  }
}

function readSecret(secret: string): { key: KeyObject; alg: 'EdDSA' | 'ES256' } {
  try {
    if (secret.includes('-----BEGIN')) return { key: createPrivateKey(secret.replaceAll('\\n', '\n')), alg: 'ES256' }
    const bytes = Buffer.from(secret, 'base64')
    // The seed, and the public key behind it.
    if (bytes.length !== 64) throw new Error('not an Ed25519 key')
    const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
    return { key: createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } }), alg: 'EdDSA' }
  } catch {
    throw new StartupError(
      'COINBASE_ONRAMP_KEY_FILE must be a file with the secret of a CDP API key: base64 of 64 bytes, or a PEM.',
    )
  }
}
