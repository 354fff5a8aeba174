import { ed25519 } from '@noble/curves/ed25519.js'
import * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { decodeBase64Url } from './base64.ts'
import { decodeDidKey, encodeDidKey } from './didKey.ts'
import { signedToken, type TokenSubject, unsignedToken } from './relayToken.ts'
import { signerOf } from './signer.ts'

const claims = z.object({
  iss: z.string().check(z.maxLength(128)),
  sub: z.string().check(z.maxLength(256)),
  aud: z.string().check(z.maxLength(2_048)),
  iat: z.int(),
  exp: z.optional(z.int()),
})
const maxLifetimeSeconds = 86_400
const header = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT') })

/** A client's claims when it opens a socket; `iss` is its id, and the owner of its mailbox. */
export type RelayClaims = z.infer<typeof claims>

type SignOptions = TokenSubject & {
  /** The client's Ed25519 seed, 64 hexadecimal digits. */
  seed: string
}

/** A client's id on every relay, from its seed. */
export const clientIdOf = (seed: string): string => encodeDidKey(signerOf(seed).publicKey)

/** Signs the token that opens a socket; one is made for every connection. */
export function signRelayJwt({ seed, ...about }: SignOptions): string {
  const { publicKey, sign } = signerOf(seed)
  const unsigned = unsignedToken(publicKey, about)
  return signedToken(unsigned, sign(utf8(unsigned)))
}

type VerifyOptions = {
  /** The relay's own addresses; a token made for another relay is refused. */
  audiences: readonly string[]
  /** Unix seconds. */
  now: number
  leewaySeconds?: number
  /** A faster Ed25519 verification, if the platform has one. */
  isSigned?: (signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array) => boolean
}

export const forAnotherRelay = 'it is meant for another relay'

/**
 * The claims of a token that is signed by the client it names, for this relay, and not out of date; throws otherwise.
 */
export function verifyRelayJwt(jwt: string, options: VerifyOptions): RelayClaims {
  const { audiences, now, leewaySeconds = 120, isSigned = isSignedStrictly } = options
  const [head, body, signature, ...rest] = jwt.length > 8_192 ? [] : jwt.split('.')
  if (!head || !body || !signature || rest.length > 0) throw refused('it is not a JSON web token')
  readPart(header, head, 'it is not signed with EdDSA')
  const read = readPart(claims, body, 'its claims are incomplete')
  const bytes = decodePart(decodeBase64Url, signature)
  const publicKey = decodePart(decodeDidKey, read.iss)
  if (bytes.length !== 64 || !isSigned(bytes, utf8(`${head}.${body}`), publicKey))
    throw refused('its signature is wrong')
  // Whatever its own expiry: a copied token is worthless tomorrow.
  const expiry = Math.min(read.exp ?? Infinity, read.iat + maxLifetimeSeconds)
  if (read.iat > now + leewaySeconds) throw outOfTime('it was issued in the future, so one of our clocks is wrong')
  if (expiry < now - leewaySeconds) throw outOfTime('it has expired, or one of our clocks is wrong')
  if (!audiences.some((audience) => isSameAudience(audience, read.aud))) throw refused(forAnotherRelay)
  return read
}

/** Whether two addresses name the same relay: a slash at the end and a query make no difference. */
export function isSameAudience(a: string, b: string): boolean {
  const one = normalAudience(a)
  return one !== undefined && one === normalAudience(b)
}

function normalAudience(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host, pathname } = new URL(text)
  // By hand: a pattern for the slashes at the end would start again at each of those before it.
  let end = pathname.length
  while (pathname[end - 1] === '/') end--
  return `${protocol}//${host}${pathname.slice(0, end)}`
}

// Without ZIP-215's leniency, a signature has one spelling only.
const isSignedStrictly: NonNullable<VerifyOptions['isSigned']> = (signature, data, publicKey) =>
  ed25519.verify(signature, data, publicKey, { zip215: false })

function readPart<T extends z.ZodMiniType>(schema: T, part: string, why: string): z.infer<T> {
  const text = new TextDecoder().decode(decodePart(decodeBase64Url, part))
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    throw refused(why)
  }
}

function decodePart(decode: (text: string) => Uint8Array, text: string): Uint8Array {
  try {
    return decode(text)
  } catch {
    throw refused('it is not well-formed')
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const outOfTime = (why: string) => new KitError('relay_clock', { message: `JWT rejected: ${why}` })
const refused = (why: string) => new KitError('unauthorized', { message: `JWT rejected: ${why}` })
