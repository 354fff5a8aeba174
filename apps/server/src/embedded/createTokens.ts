import { createHash, createPublicKey } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { jwtVerify, SignJWT } from 'jose'
import { keyOf } from './keyOf.ts'

/**
 * Claims of an access token: the session and the device key. The database decides who it is and whether it is still
 * valid.
 */
type AccessClaims = { sessionId: string; thumbprint: string }
/** Claims of a sponsor pass: a logged-in person's address, and the project. */
export type SponsorPass = { projectId: string; evmAddress: string }
export type Tokens = ReturnType<typeof createTokens>

export const accessSeconds = 600
const passSeconds = 120
const issuer = 'billfold-embedded'

/**
 * Signs and verifies access tokens. The first key signs; tokens of the others are valid until they expire, so that keys
 * can change.
 */
export function createTokens(secrets: readonly Buffer[], now: () => Date) {
  const keys = new Map(secrets.map((secret) => [idOf(secret), keyOf(secret)]))
  const newest = secrets[0]!
  const write = (typ: string, seconds: number, subject: string, claims: Record<string, unknown>): Promise<string> => {
    const at = Math.floor(now().getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ, kid: idOf(newest) })
      .setIssuer(issuer)
      .setSubject(subject)
      .setIssuedAt(at)
      .setExpirationTime(at + seconds)
      .sign(keyOf(newest))
  }
  /** A token of one kind is invalid as another: its type is signed. */
  const verify = async (typ: string, token: string) => {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid = '' }) => {
          const key = keys.get(kid)
          if (!key) throw new KitError('unauthorized')
          return createPublicKey(key)
        },
        { algorithms: ['EdDSA'], typ, issuer, currentDate: now(), requiredClaims: ['sub', 'exp'] },
      )
      return { ...payload, sub: payload.sub!, cnf: payload.cnf }
    } catch (cause) {
      throw new KitError('unauthorized', { cause })
    }
  }
  return {
    sign: ({ sessionId, thumbprint }: AccessClaims): Promise<string> =>
      write('at+jwt', accessSeconds, sessionId, { cnf: { jkt: thumbprint } }),
    async read(token: string): Promise<AccessClaims> {
      const { sub, cnf } = await verify('at+jwt', token)
      const jkt = (cnf as { jkt?: unknown } | undefined)?.jkt
      if (typeof jkt !== 'string') throw new KitError('unauthorized')
      return { sessionId: sub, thumbprint: jkt }
    },
    signPass: ({ projectId, evmAddress }: SponsorPass): Promise<string> =>
      write('sponsor+jwt', passSeconds, evmAddress, { aud: projectId }),
    async readPass(token: string): Promise<SponsorPass> {
      const { sub, aud } = await verify('sponsor+jwt', token)
      if (typeof aud !== 'string') throw new KitError('unauthorized')
      return { projectId: aud, evmAddress: sub }
    },
  }
}

const idOf = (secret: Buffer): string =>
  createHash('sha256').update('token-key').update(secret).digest('base64url').slice(0, 16)
