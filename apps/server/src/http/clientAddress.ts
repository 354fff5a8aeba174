import { isIP } from 'node:net'
import type { RequestContext } from './environment.ts'

/**
 * Who is asking, for counting. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so with n proxies the n-th
 * from the right is the first that no caller could have invented.
 */
export function clientAddress(c: RequestContext, trustProxy: number): string {
  return countedAs(seenAddress(c, trustProxy))
}

/** The caller's own address, for those who insist on it; undefined where it is not known. Never to be logged. */
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

/** An address as it is counted: a household has a whole /64 of IPv6, and could otherwise ask from each in turn. */
export function countedAs(address: string | undefined): string {
  if (!address || !isIP(address)) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) === 4) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
