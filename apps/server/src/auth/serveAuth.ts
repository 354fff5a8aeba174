import { KitError } from '@billfold/protocol/error'
import { authRoutes, jwksPath } from '@billfold/protocol/signin/authApi'
import type { Hono } from 'hono'
import { isDatabaseUnavailable } from '../db/isDatabaseUnavailable.ts'
import { requireOrigin } from '../http/admitProject.ts'
import { answerError } from '../http/answerError.ts'
import { clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Limiter, Quota, Verdict } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import { type Auth, memberApi, pageApi } from './createAuth.ts'
import { publishedSeconds } from './createAuthKeys.ts'

export type AuthServing = Auth & {
  /** Nonces, sign-ins and renewals together. */
  clientQuota: Quota
  projectQuota: Quota
}
type Deps = { auth?: AuthServing | undefined; limiter: Limiter; trustProxy: number }

const paths = '/auth/v1/*'
const nothing = () => {
  throw new KitError('not_found', { message: 'This server has no sign-in: set AUTH_SECRETS.' })
}
/** AppKit 1.8.0 requests codes by email at `otp`, if a site wants an address beside the wallet. */
const noSuchCall = () => {
  throw new KitError('not_found', { message: 'Sign-in on this server has no such call. It sends no codes by email.' })
}

/** Publishes the public keys, for servers that verify tokens themselves; no project is needed. */
export function serveAuthKeys(app: Hono<Environment>, { auth }: Deps) {
  if (!auth) return void app.all(jwksPath, nothing)
  app.get(jwksPath, async (c) => {
    c.header('Cache-Control', `public, max-age=${publishedSeconds}`)
    return c.json(await auth.jwks())
  })
}

/** Serves sign-in to projects' pages, and to servers that identify an account. */
export function serveAuth(app: Hono<Environment>, { auth, limiter, trustProxy }: Deps) {
  if (!auth) return void app.all(paths, nothing)
  const require = ({ isAllowed, resetSeconds }: Verdict) => {
    if (!isAllowed) throw new RateLimitError(resetSeconds)
  }
  app.use(paths, async (c, next) => {
    c.header('Cache-Control', 'no-store')
    await next()
    if (c.error && isDatabaseUnavailable(c.error))
      c.res = answerError(c, new KitError('unavailable', { message: 'The database is unavailable.' }))
  })
  serveContract(app, pageApi, authRoutes, auth.page, async (c) => {
    const project = c.get('project')
    const origin = originOf(c)
    requireOrigin(origin, project)
    require(await takeForClient(limiter, 'auth client:', clientAddress(c, trustProxy), auth.clientQuota))
    require(await limiter.take(`auth project:${project.id}`, auth.projectQuota))
    const nonceToken = bearerOf(c.req.header('x-nonce-jwt'))
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, 500)
    return { projectId: project.id, origin, nonceToken, userAgent, signal: c.get('signal') }
  })
  serveContract(app, memberApi, authRoutes, auth.members, async (c) => ({
    signIn: await auth.findSignIn(bearerOf(c.req.header('authorization')), c.get('project').id),
  }))
  app.all(paths, noSuchCall)
}

/**
 * The calling page. Browsers omit Origin from a GET to the page's own host; no page can forge what they send instead.
 */
function originOf(c: RequestContext): string {
  const origin = c.req.header('origin')
  if (origin) return origin
  if (c.req.header('sec-fetch-site') === 'same-origin') return new URL(c.get('baseUrl')).origin
  const referer = c.req.header('referer')
  if (referer && URL.canParse(referer)) return new URL(referer).origin
  throw new KitError('origin_not_allowed', {
    message: 'Unauthorized: origin not allowed. Sign-in requests need an Origin or Referer header.',
  })
}

const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w.-]{1,4096})$/i.exec(header ?? '')?.[1]
