import type { RequestContext } from './environment.ts'

const hostname = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Where the caller believes this server to be. Behind a proxy that the operator trusts it is what that proxy says of the request it got; a
 * proxy that says nothing, or nothing that is a host, leaves it as it came here.
 */
export function requestedOrigin(c: RequestContext, trustProxy: number): string {
  const own = new URL(c.req.url)
  if (trustProxy === 0) return own.origin
  // The outermost trusted proxy is the one that callers talk to; what stands before its word they wrote themselves.
  const said = (name: string) => {
    const all = (c.req.header(name) ?? '').split(',').map((each) => each.trim())
    return all.at(-Math.min(trustProxy, all.length)) ?? ''
  }
  const [proto, host] = [said('x-forwarded-proto'), said('x-forwarded-host')]
  const scheme = proto === 'https' || proto === 'http' ? proto : own.protocol.slice(0, -1)
  return `${scheme}://${hostname.test(host) ? host : own.host}`
}
