import { KitError } from '@billfold/protocol/error'
import { errors } from 'jose'

/** Reasons to reject a token; `@billfold/server-auth` has the same names. */
type TokenReason =
  | 'missing'
  | 'malformed'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'type'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'ended'
  | 'origin'

const sentences: Record<TokenReason, string> = {
  missing: 'the request carries no token',
  malformed: 'the token is not one of this server',
  algorithm: 'the token is signed in a way that is not accepted',
  key: 'the token is signed with a key that is not in use',
  signature: 'the token’s signature is invalid',
  type: 'the token is for something else',
  issuer: 'the token is another server’s',
  audience: 'the token is another project’s',
  expired: 'the token has expired',
  ended: 'the sign-in has ended',
  origin: 'the token was given to another site',
}

/** A rejected token, with the reason by name for code and in a sentence for people. */
export class RefusedToken extends KitError {
  readonly reason: TokenReason

  constructor(reason: TokenReason, cause?: unknown) {
    super('unauthorized', { message: `Unauthorized: ${sentences[reason]}.`, cause })
    this.reason = reason
  }
}

const claims: Partial<Record<string, TokenReason>> = { iss: 'issuer', aud: 'audience', typ: 'type', exp: 'expired' }

/** The reason why jose rejects a token; undefined for other failures. */
export function tokenReasonOf(e: unknown): TokenReason | undefined {
  if (e instanceof RefusedToken) return e.reason
  if (e instanceof errors.JWTExpired) return 'expired'
  if (e instanceof errors.JWTClaimValidationFailed) return claims[e.claim] ?? 'malformed'
  if (e instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (e instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  return e instanceof errors.JOSEError ? 'malformed' : undefined
}
