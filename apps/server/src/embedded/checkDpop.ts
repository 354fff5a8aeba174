import { createHash } from 'node:crypto'
import { type DevicePublicKey, devicePublicKey } from '@billfold/protocol/embedded/dpop'
import { KitError } from '@billfold/protocol/error'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'

type DpopCall = { method: string; url: string; accessToken?: string | undefined; nowMs: number }

const claims = z.object({
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  htm: z.string().check(z.maxLength(10)),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.int(),
  ath: z.optional(z.string().check(z.maxLength(64))),
})
const longest = 4096
/** Allowed difference between a device's clock and the server's, either way. */
const skewSeconds = 60

/**
 * Verifies a proof (RFC 9449) against its call; the caller must check that its `jti` is new. If only the time is wrong,
 * the error names the clock: no other login helps there.
 */
export async function checkDpop(
  proof: string,
  call: DpopCall,
): Promise<{ thumbprint: string; publicKey: DevicePublicKey; jti: string; usableUntilMs: number }> {
  const { iat, ...read } = await readDpop(proof, call)
  if (Math.abs(Math.floor(call.nowMs / 1000) - iat) > skewSeconds) throw new KitError('clock_wrong')
  return { ...read, usableUntilMs: (iat + skewSeconds) * 1000 }
}

async function readDpop(proof: string, { method, url, accessToken, nowMs }: DpopCall) {
  try {
    if (proof.length > longest) throw new Error('The proof is too long')
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      ...{ typ: 'dpop+jwt', algorithms: ['ES256'] },
      ...{ currentDate: new Date(nowMs), clockTolerance: skewSeconds },
    })
    const publicKey = z.parse(devicePublicKey, protectedHeader.jwk)
    const { jti, htm, htu, iat, ath } = z.parse(claims, payload)
    const { origin, pathname } = new URL(url)
    const tokenHash = accessToken && createHash('sha256').update(accessToken).digest('base64url')
    if (htm !== method || htu !== origin + pathname || ath !== tokenHash)
      throw new Error('The proof is for a different call')
    return { thumbprint: await calculateJwkThumbprint(publicKey), publicKey, jti, iat }
  } catch (cause) {
    throw new KitError('unauthorized', { cause })
  }
}
