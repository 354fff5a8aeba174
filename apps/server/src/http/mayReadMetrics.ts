import { createHash, timingSafeEqual } from 'node:crypto'

type MetricsRequest = {
  headers: Readonly<Record<string, unknown>>
  host: string
  /** The address at the other end of the socket. */
  peer: string | undefined
}
type MetricsRule = { metricsToken?: string | undefined; trustProxy: number }

/** Headers that proxies add, each by its own habit. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|fastly-.+|x-original-.+)$/
const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/**
 * Metrics need the token. Without one, for programs on this machine that connect directly: over loopback, to a loopback
 * name, without any header that a proxy adds, and only if the operator has not configured a proxy.
 */
export function mayReadMetrics(
  { headers, host, peer }: MetricsRequest,
  { metricsToken, trustProxy }: MetricsRule,
): boolean {
  if (metricsToken) return isSame(String(headers.authorization ?? ''), `Bearer ${metricsToken}`)
  const isHere = peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1'
  const names = Object.keys(headers)
  return isHere && trustProxy === 0 && thisMachine.test(host) && !names.some((name) => forwarding.test(name))
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
