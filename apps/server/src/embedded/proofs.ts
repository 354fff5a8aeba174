import { createHash } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { checkDpop } from './checkDpop.ts'
import type { EmbeddedDeps } from './embeddedDeps.ts'

export type Call = { method: string; url: string; dpop: string | undefined; authorization: string | undefined }
export type Proof = { thumbprint: string; accessToken: string | undefined }

/** Verifies the key of a call. A proof works once, on any server: its id is stored until it expires. */
export async function prove({ db, now }: EmbeddedDeps, call: Call): Promise<Proof> {
  const accessToken = call.authorization === undefined ? undefined : tokenOf(call.authorization)
  if (call.dpop === undefined) throw new KitError('unauthorized', { message: 'Unauthorized: a DPoP proof is missing' })
  const { method, url } = call
  const { thumbprint, jti, usableUntilMs } = await checkDpop(call.dpop, {
    method,
    url,
    accessToken,
    nowMs: now().getTime(),
  })
  const seen = await db
    .insertInto('embedded_proofs')
    .values({
      hash: createHash('sha256')
        .update(JSON.stringify([thumbprint, jti]))
        .digest(),
      // A second longer than it is valid: the check rounds.
      ends_at: new Date(usableUntilMs + 1000),
    })
    .onConflict((c) => c.doNothing())
    .returning('ends_at')
    .executeTakeFirst()
  if (!seen) throw new KitError('unauthorized')
  return { thumbprint, accessToken }
}

function tokenOf(authorization: string): string {
  const [, token] = /^DPoP ([\w.-]{1,4096})$/i.exec(authorization) ?? []
  if (!token) throw new KitError('unauthorized')
  return token
}
