import {
  type GuardianTicket,
  type TicketKeys,
  ticketClaims,
  ticketIssuer,
  ticketKeys,
  ticketKeysPath,
  ticketType,
} from '@billfold/protocol/embedded/guardianTicket'
import { KitError } from '@billfold/protocol/error'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'

const deadlineMs = 5_000
const maxBytes = 16_384
/** Between two requests to the API, so that made-up tickets cost it nothing. */
const pauseMs = 30_000
const refreshMs = 86_400_000

type Deps = {
  apiUrl: string
  fetch: typeof fetch
  now(): number
  /** The keys of last time: they count while the API is down. */
  memory: { ticketKeys: TicketKeys | undefined }
}

/** Verifies the API's tickets by its published keys. */
export function createTicketReader({ apiUrl, fetch, now, memory }: Deps): (token: string) => Promise<GuardianTicket> {
  let fetchedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    fetchedAt = now()
    try {
      const response = await fetch(`${apiUrl}${ticketKeysPath}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      const text = await response.text()
      if (response.ok && text.length <= maxBytes) memory.ticketKeys = z.parse(ticketKeys, JSON.parse(text))
    } catch {
      // The keys of last time stay.
    }
  }

  async function verify(token: string): Promise<GuardianTicket> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(memory.ticketKeys ?? { keys: [] }), {
      ...{ algorithms: ['EdDSA'], typ: ticketType, issuer: ticketIssuer },
      ...{ currentDate: new Date(now()), requiredClaims: ['sub', 'aud', 'exp'] },
    })
    return z.parse(ticketClaims, payload)
  }

  return async (token) => {
    if (now() - fetchedAt > refreshMs) await refresh()
    try {
      return await verify(token).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey) || now() - fetchedAt < pauseMs) throw error
        await refresh()
        return await verify(token)
      })
    } catch (cause) {
      if (!memory.ticketKeys)
        throw new KitError('unavailable', { message: 'The guardian cannot reach the API.', cause })
      throw new KitError('unauthorized', { message: 'This ticket is invalid or has expired.', cause })
    }
  }
}
