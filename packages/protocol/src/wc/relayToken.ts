import { encodeBase64Url } from './base64.ts'
import { encodeDidKey } from './didKey.ts'

/** A client's claims when it opens a socket. */
export type TokenSubject = {
  /** The relay's address as the client was given it. */
  audience: string
  /** Random, one a process. */
  subject: string
  /** Unix seconds. */
  issuedAt: number
  lifetimeSeconds?: number | undefined
}

/** The part of a token that is signed: who, for which relay, and until when. */
export function unsignedToken(publicKey: Uint8Array, about: TokenSubject): string {
  const { audience, subject, issuedAt, lifetimeSeconds = 86_400 } = about
  const payload = {
    iss: encodeDidKey(publicKey),
    sub: subject,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  }
  return `${encodeJson({ alg: 'EdDSA', typ: 'JWT' })}.${encodeJson(payload)}`
}

/** A token with its Ed25519 signature. */
export const signedToken = (unsigned: string, signature: Uint8Array): string =>
  `${unsigned}.${encodeBase64Url(signature)}`

const encodeJson = (value: unknown) => encodeBase64Url(new TextEncoder().encode(JSON.stringify(value)))
