import { errors } from 'jose'

/** Why a request's token was rejected; the API uses the same codes in its responses. */
export type AuthErrorCode =
  | 'missing'
  | 'malformed'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'type'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'not_yet'
  | 'ended'
  | 'origin'
  | 'unavailable'

const sentences: Readonly<Record<AuthErrorCode, string>> = {
  missing: 'The request carries no access token.',
  malformed: 'The access token cannot be read.',
  algorithm: 'The access token is signed with an algorithm that is not accepted.',
  key: 'The access token is signed with a key that is not in use.',
  signature: 'The access token’s signature does not hold.',
  type: 'The token is not an access token.',
  issuer: 'The access token is from another issuer.',
  audience: 'The access token is for another audience.',
  expired: 'The access token has expired.',
  not_yet: 'The access token does not hold yet.',
  ended: 'The sign-in has ended.',
  origin: 'The request comes from a page of another origin.',
  unavailable: 'The access token cannot be verified now.',
}

/** A rejected request: switch on `code`; respond with `status`. */
export class AuthError extends Error {
  /** Always `AuthError`. */
  override readonly name = 'AuthError'
  /** The reason; see `AuthErrorCode`. */
  readonly code: AuthErrorCode
  /** 503 means that the token could not be checked. */
  readonly status: 401 | 403 | 503

  constructor(code: AuthErrorCode, cause?: unknown) {
    super(sentences[code], { cause })
    this.code = code
    this.status = code === 'unavailable' ? 503 : code === 'origin' ? 403 : 401
  }
}

/** An error's name among ours, however far away it comes from. */
export const isAuthErrorCode = (value: unknown): value is AuthErrorCode =>
  typeof value === 'string' && Object.hasOwn(sentences, value)

/** The response to a rejected request. */
export function refusalOf({ code, status, message }: AuthError): {
  /** The HTTP status to answer with. */
  status: number
  /** The headers to answer with. */
  headers: Record<string, string>
  /** The JSON to answer with: `code` and `message`. */
  body: string
} {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': code === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"' }),
      ...(status === 503 && { 'Retry-After': '5' }),
    },
    body: JSON.stringify({ code, message }),
  }
}

const claims: Readonly<Record<string, AuthErrorCode>> = {
  iss: 'issuer',
  aud: 'audience',
  typ: 'type',
  exp: 'expired',
  nbf: 'not_yet',
}

/** Any failure of jose by our name for it. */
export function authErrorOf(e: unknown): AuthError {
  if (e instanceof AuthError) return e
  if (e instanceof errors.JWTExpired) return new AuthError('expired', e)
  if (e instanceof errors.JWTClaimValidationFailed)
    return new AuthError((Object.hasOwn(claims, e.claim) && claims[e.claim]) || 'malformed', e)
  if (e instanceof errors.JOSEAlgNotAllowed) return new AuthError('algorithm', e)
  if (e instanceof errors.JWKSNoMatchingKey) return new AuthError('key', e)
  if (e instanceof errors.JWSSignatureVerificationFailed) return new AuthError('signature', e)
  return new AuthError('malformed', e)
}
