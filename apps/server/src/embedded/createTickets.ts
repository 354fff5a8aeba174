import { createHash, createPublicKey } from 'node:crypto'
import {
  type GuardianTicket,
  type TicketKeys,
  ticketIssuer,
  ticketType,
} from '@billfold/protocol/embedded/guardianTicket'
import { SignJWT } from 'jose'
import { keyOf } from './keyOf.ts'

/**
 * Signs tickets for the guardian and publishes the keys that verify them. The first key signs; the others let older
 * tickets expire.
 */
export function createTickets(secrets: readonly Buffer[], now: () => Date) {
  const keys = secrets.map((secret) => {
    const key = keyOf(secret)
    const { x } = createPublicKey(key).export({ format: 'jwk' })
    const kid = createHash('sha256').update('ticket-key').update(x!).digest('base64url').slice(0, 16)
    return { key, jwk: { kty: 'OKP', crv: 'Ed25519', kid, x: x! } as const }
  })
  const { key, jwk } = keys[0]!
  return {
    publicKeys: { keys: keys.map((each) => each.jwk) } satisfies TicketKeys,
    sign({ sub, aud, ...claims }: Omit<GuardianTicket, 'exp'>, seconds: number): Promise<string> {
      const at = Math.floor(now().getTime() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: ticketType, kid: jwk.kid })
        .setIssuer(ticketIssuer)
        .setSubject(sub)
        .setAudience(aud)
        .setIssuedAt(at)
        .setExpirationTime(at + seconds)
        .sign(key)
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
