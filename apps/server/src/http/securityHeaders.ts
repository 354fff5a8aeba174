import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** The headers of every response. Pages of other origins read this API and show its images, so the resource policy is open; CORS decides who may. */
export const securityHeaders = secureHeaders({
  crossOriginResourcePolicy: 'cross-origin',
  xFrameOptions: 'DENY',
  // A login's window passes through here on its way back, and must not lose the page that opened it.
  crossOriginOpenerPolicy: false,
  // An SVG that someone opens on its own can run, style and load nothing.
  contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
})

/** The same as a table, for responses that no middleware makes. */
export async function readSecurityHeaders(): Promise<Record<string, string>> {
  const app = new Hono().use(securityHeaders).get('/', (c) => c.body(null))
  return Object.fromEntries((await app.request('/')).headers)
}
