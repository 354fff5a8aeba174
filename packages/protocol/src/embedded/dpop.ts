import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { decodeBase64Url, encodeBase64Url } from '../wc/base64.ts'

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
/** The public half of a device's signing key, in the fields that its thumbprint counts and no others. */
export const devicePublicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
export type DevicePublicKey = z.infer<typeof devicePublicKey>

const header = z.object({ typ: z.literal('dpop+jwt'), alg: z.literal('ES256'), jwk: devicePublicKey })
const claims = z.object({
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  htm: z.string().check(z.maxLength(10)),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.int(),
  ath: z.optional(z.string().check(z.maxLength(64))),
})

/** How far a device's clock may be from the server's, either way. */
const allowedSkewSeconds = 60

/** The name of a device's key (RFC 7638): tokens carry it, and are worth nothing to anyone who lacks the key. */
export const thumbprintOf = ({ crv, kty, x, y }: DevicePublicKey): string =>
  encodeBase64Url(sha256(text(JSON.stringify({ crv, kty, x, y }))))

type Call = { method: string; url: string; accessToken?: string | undefined; nowMs: number }

/** A proof that the caller holds the device's key (RFC 9449), for one call. */
export async function writeDpop(
  key: { publicKey: DevicePublicKey; sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer> },
  call: Call,
): Promise<string> {
  const { kty, crv, x, y } = key.publicKey
  const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  const body = encode({
    jti: encodeBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    htm: call.method,
    htu: withoutQuery(call.url),
    iat: Math.floor(call.nowMs / 1000),
    ...(call.accessToken === undefined ? {} : { ath: hashOf(call.accessToken) }),
  })
  const signature = new Uint8Array(await key.sign(text(`${head}.${body}`)))
  return `${head}.${body}.${encodeBase64Url(signature)}`
}

/** Checks a proof against the call it came with; whether its `jti` was seen before is for the server to know. */
export async function checkDpop(
  proof: string,
  call: Call,
): Promise<{ thumbprint: string; publicKey: DevicePublicKey; jti: string; usableUntilMs: number }> {
  const parts = proof.length <= 4096 ? proof.split('.') : []
  const [head, body, signature] = parts
  if (parts.length !== 3 || !head || !body || !signature) throw refused()
  const { jwk } = decode(header, head)
  const { jti, htm, htu, iat, ath } = decode(claims, body)
  if (htm !== call.method || htu !== withoutQuery(call.url)) throw refused()
  if (Math.abs(call.nowMs / 1000 - iat) > allowedSkewSeconds) throw refused()
  if (ath !== (call.accessToken === undefined ? undefined : hashOf(call.accessToken))) throw refused()
  if (!(await isSigned(jwk, `${head}.${body}`, signature))) throw refused()
  return { thumbprint: thumbprintOf(jwk), publicKey: jwk, jti, usableUntilMs: (iat + allowedSkewSeconds) * 1000 }
}

async function isSigned(jwk: DevicePublicKey, signed: string, signature: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, key, decodeBase64Url(signature), text(signed))
  } catch {
    // A key that is no point of the curve has signed nothing.
    return false
  }
}

const refused = () => new KitError('unauthorized')
const hashOf = (token: string): string => encodeBase64Url(sha256(text(token)))
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const encode = (value: object): string => encodeBase64Url(text(JSON.stringify(value)))

function decode<T extends z.ZodMiniType>(schema: T, part: string): z.infer<T> {
  try {
    return z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(part))))
  } catch {
    throw refused()
  }
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
