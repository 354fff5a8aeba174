import type { IncomingMessage } from 'node:http'
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
  return addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trustProxy)
}

function addressOf(peer: string | undefined, forwardedFor: string | undefined, trustProxy: number): string | undefined {
  if (trustProxy === 0) return peer
  const seen = (forwardedFor ?? '').split(',').map((s) => s.trim())
  return seen.at(-trustProxy) || peer
}

/** The same of a request that no middleware has seen. */
export function clientOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwardedFor = headers['x-forwarded-for']
  return rateLimitKey(addressOf(socket.remoteAddress, forwardedFor && String(forwardedFor), trustProxy))
}
