import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { jwtVerify, SignJWT } from 'jose'

/** What an access token says: which session, of which device's key. Who and whether still is asked of the database. */
export type AccessClaims = { sessionId: string; thumbprint: string }
export type Tokens = ReturnType<typeof createTokens>

export const accessSeconds = 600
const issuer = 'billfold-embedded'

/** Signs and reads access tokens. The first key signs; tokens of the others are read until they end, so that keys can change. */
export function createTokens(secrets: readonly Buffer[], now: () => Date) {
  const keys = new Map(secrets.map((secret) => [idOf(secret), keyOf(secret)]))
  const newest = secrets[0]!
  return {
    sign({ sessionId, thumbprint }: AccessClaims): Promise<string> {
      const at = Math.floor(now().getTime() / 1000)
      return new SignJWT({ cnf: { jkt: thumbprint } })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: idOf(newest) })
        .setIssuer(issuer)
        .setSubject(sessionId)
        .setIssuedAt(at)
        .setExpirationTime(at + accessSeconds)
        .sign(keyOf(newest))
    },
    async read(token: string): Promise<AccessClaims> {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid = '' }) => {
            const key = keys.get(kid)
            if (!key) throw new KitError('unauthorized')
            return createPublicKey(key)
          },
          { algorithms: ['EdDSA'], typ: 'at+jwt', issuer, currentDate: now(), requiredClaims: ['sub', 'exp'] },
        )
        const jkt = (payload.cnf as { jkt?: unknown } | undefined)?.jkt
        if (typeof jkt !== 'string') throw new KitError('unauthorized')
        return { sessionId: payload.sub!, thumbprint: jkt }
      } catch (cause) {
        throw new KitError('unauthorized', { cause })
      }
    },
  }
}

/** Ed25519 from its 32 bytes, in the envelope that Node reads (RFC 8410). */
function keyOf(secret: Buffer): KeyObject {
  const envelope = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([envelope, secret]), format: 'der', type: 'pkcs8' })
}

const idOf = (secret: Buffer): string =>
  createHash('sha256').update('token-key').update(secret).digest('base64url').slice(0, 16)
