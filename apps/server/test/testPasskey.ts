import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer } from '@billfold/protocol/embedded/embeddedApi'
import { walletOrigin } from './testEmbedded.ts'

/** A deviation of a test passkey's response from a valid one. */
export type Twist = {
  origin?: string
  topOrigin?: string
  rpId?: string
  type?: string
  flags?: number
  count?: number
  extensions?: Buffer
  key?: Buffer
}

/** An authenticator with one passkey, which responds like a browser; each response can be wrong in one way. */
export function newPasskey(credentialId = randomBytes(16), { isRsa = false } = {}) {
  const { privateKey, publicKey } = isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = coseKey(publicKey.export({ format: 'jwk' }))
  const clientData = (challenge: string, type: string, { origin = walletOrigin, topOrigin, ...twist }: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge,
        origin,
        crossOrigin: true,
        ...(topOrigin && { topOrigin }),
      }),
    )
  const head = (flags: number, { rpId = new URL(walletOrigin).hostname, count = 0, ...twist }: Twist) => {
    const bytes = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(bytes)
    bytes[32] = twist.flags ?? flags
    bytes.writeUInt32BE(count, 33)
    return bytes
  }
  const answerWith = (parts: Record<string, Buffer>): PasskeyAnswer =>
    Object.fromEntries(
      Object.entries({ credentialId, ...parts }).map(([name, part]) => [name, part.toString('base64url')]),
    ) as PasskeyAnswer
  return {
    credentialId: credentialId.toString('base64url'),
    make(challenge: string, twist: Twist = {}): PasskeyAnswer {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authenticatorData = Buffer.concat([
        ...[head(0x45, twist), Buffer.alloc(16), length, credentialId],
        ...[twist.key ?? key, twist.extensions ?? Buffer.alloc(0)],
      ])
      return answerWith({ clientData: clientData(challenge, 'webauthn.create', twist), authenticatorData })
    },
    use(challenge: string, twist: Twist = {}): PasskeyAnswer {
      const client = clientData(challenge, 'webauthn.get', twist)
      const authenticatorData = Buffer.concat([head(0x05, twist), twist.extensions ?? Buffer.alloc(0)])
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
      return answerWith({ clientData: client, authenticatorData, signature: sign('sha256', signed, privateKey) })
    },
  }
}

/** Encodes a key as authenticators do. */
function coseKey({ n, x, y }: JsonWebKey): Buffer {
  const [hex, of] = [(text: string) => Buffer.from(text, 'hex'), (text: string) => Buffer.from(text, 'base64url')]
  return n
    ? Buffer.concat([hex('a401030339010020590100'), of(n), hex('2143010001')])
    : Buffer.concat([hex('a5010203262001215820'), of(x!), hex('225820'), of(y!)])
}
