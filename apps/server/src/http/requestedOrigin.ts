import type { RequestContext } from './environment.ts'

const hostname = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The server's origin from the caller's view. Behind a trusted proxy it is what that proxy reports; if it reports
 * nothing valid, the request's own applies.
 */
export function requestedOrigin(c: RequestContext, trustProxy: number): string {
  const own = new URL(c.req.url)
  if (trustProxy === 0) return own.origin
  // Callers talk to the outermost trusted proxy; they wrote any earlier entries themselves.
  const readHeader = (name: string) => {
    const all = (c.req.header(name) ?? '').split(',').map((each) => each.trim())
    return all.at(-Math.min(trustProxy, all.length)) ?? ''
  }
  const [proto, host] = [readHeader('x-forwarded-proto'), readHeader('x-forwarded-host')]
  const scheme = proto === 'https' || proto === 'http' ? proto : own.protocol.slice(0, -1)
  return `${scheme}://${hostname.test(host) ? host : own.host}`
}
