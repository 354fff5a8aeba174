import { type GuardianTicket, ticketClaims } from '@billfold/protocol/embedded/guardianTicket'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'

/** Tickets without signatures, for tests of what a valid one allows; `createTicketReader.test.ts` covers the signatures. */
export const writeTicket = (claims: Omit<GuardianTicket, 'aud' | 'exp'> & { aud?: string }): string =>
  encodeBase64Url(new TextEncoder().encode(JSON.stringify({ aud: 'shop', exp: 2_000_000_000, ...claims })))

export const plainTickets = {
  projects: new Map([['shop', 'app.site.example']]),
  async readTicket(ticket: string): Promise<GuardianTicket> {
    try {
      return z.parse(ticketClaims, JSON.parse(new TextDecoder().decode(decodeBase64Url(ticket))))
    } catch {
      throw new KitError('unauthorized')
    }
  },
}
