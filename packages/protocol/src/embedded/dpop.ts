import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { encodeBase64Url } from '../wc/base64.ts'

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
/** The public half of a device's signing key, in the fields that its thumbprint counts and no others. */
export const devicePublicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
export type DevicePublicKey = z.infer<typeof devicePublicKey>

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

const hashOf = (token: string): string => encodeBase64Url(sha256(text(token)))
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const encode = (value: object): string => encodeBase64Url(text(JSON.stringify(value)))

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
