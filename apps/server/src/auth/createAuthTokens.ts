import { randomUUID } from 'node:crypto'
import { type CaipNetworkId, caipAddress } from '@billfold/protocol/caip'
import { RefusedSignIn } from '@billfold/protocol/signin/refusedSignIn'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { AuthKeys } from './createAuthKeys.ts'
import { RefusedToken, tokenReasonOf } from './refusedToken.ts'

type Options = { keys: AuthKeys; issuer: string; accessSeconds: number; now: () => Date }
type Access = { projectId: string; signInId: string; chainId: CaipNetworkId; address: string; endsAt: Date }
export type AuthTokens = ReturnType<typeof createAuthTokens>

const alg = 'ES256'
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** Signs and verifies both kinds of tokens: nonce tokens, and access tokens, which name the account. */
export function createAuthTokens({ keys, issuer, accessSeconds, now }: Options) {
  async function sign(typ: string, projectId: string, payload: JWTPayload): Promise<string> {
    const { kid, key } = await keys.signing()
    return new SignJWT(payload).setProtectedHeader({ alg, typ, kid }).setIssuer(issuer).setAudience(projectId).sign(key)
  }
  async function read(token: string, typ: string, audience: string, requiredClaims: string[]): Promise<JWTPayload> {
    const find = async ({ kid = '' }) => {
      const key = await keys.find(kid)
      if (!key) throw new RefusedToken('key')
      return key
    }
    const options = { algorithms: [alg], typ, issuer, audience, currentDate: now(), requiredClaims }
    return (await jwtVerify(token, find, options)).payload
  }

  return {
    signNonce: (projectId: string, nonce: string, endsAt: Date): Promise<string> =>
      sign('nonce+jwt', projectId, { jti: nonce, exp: secondsOf(endsAt) }),
    /** The nonce that a token names; undefined for an invalid token. */
    async readNonce(token: string | undefined, projectId: string): Promise<string> {
      if (!token) throw new RefusedSignIn('nonce', 'the token of its nonce is missing')
      try {
        return (await read(token, 'nonce+jwt', projectId, ['jti', 'exp'])).jti!
      } catch (e) {
        throw tokenReasonOf(e) ? new RefusedSignIn('nonce', 'its nonce token is invalid') : e
      }
    },
    async signAccess({ projectId, signInId, chainId, address, endsAt }: Access) {
      const iat = secondsOf(now())
      const exp = Math.min(iat + accessSeconds, secondsOf(endsAt))
      const claims = { sub: caipAddress(chainId, address), sid: signInId, jti: randomUUID(), iat, exp }
      return { token: await sign('at+jwt', projectId, claims), expiresIn: Math.max(1, exp - iat) }
    },
    /** The sign-in that an access token names; the database decides whether it is still valid. */
    async readAccess(token: string | undefined, projectId: string): Promise<string> {
      if (!token) throw new RefusedToken('missing')
      try {
        const { sid } = await read(token, 'at+jwt', projectId, ['sub', 'sid', 'exp'])
        if (typeof sid !== 'string') throw new RefusedToken('malformed')
        return sid
      } catch (e) {
        const reason = tokenReasonOf(e)
        throw reason ? new RefusedToken(reason, e) : e
      }
    },
  }
}
