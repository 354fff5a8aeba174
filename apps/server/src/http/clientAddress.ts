import { isIP } from 'node:net'
import { rateLimitKey } from '@billfold/protocol/rateLimitKey'
import type { RequestContext } from './environment.ts'

/**
 * The client's address, for rate limits. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so with n
 * proxies the n-th from the right is the first that no caller could have invented.
 */
export function clientAddress(c: RequestContext, trustProxy: number): string {
  return rateLimitKey(seenAddress(c, trustProxy))
}

/** The caller's own address, for services that require it; undefined if unknown. Never to be logged. */
export function callerIp(c: RequestContext, trustProxy: number): string | undefined {
  const address = seenAddress(c, trustProxy)?.replace(/^::ffff:(?=\d+\.)/i, '')
  return address && isIP(address) ? address : undefined
}

function seenAddress(c: RequestContext, trustProxy: number): string | undefined {
  const peer = c.env?.incoming?.socket.remoteAddress
  if (trustProxy === 0) return peer
  const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((s) => s.trim())
  return seen.at(-trustProxy) || peer
}
