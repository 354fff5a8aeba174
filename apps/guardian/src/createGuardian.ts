import type { HttpRoutes } from '@billfold/protocol/api/http'
import type { FarcasterLogin } from '@billfold/protocol/embedded/createFarcasterLogin'
import { type guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { GuardianTicket } from '@billfold/protocol/embedded/guardianTicket'
import type { Opener } from '@billfold/protocol/embedded/hpke'
import { KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { pageStyle } from './approvalPage.ts'
import { createMemory, type Memory } from './createMemory.ts'
import { createQuota, RateLimitError } from './createQuota.ts'
import { createReleases } from './createReleases.ts'
import type { SocialLogin } from './createSocialLogin.ts'
import type { Release } from './release.ts'
import { serveApprovals } from './serveApprovals.ts'
import { serveReleases } from './serveReleases.ts'
import { serveSocial } from './serveSocial.ts'
import { serveWallets } from './serveWallets.ts'

export type GuardianDeps = {
  /** Newest first: shares are encrypted to the first, and all of them decrypt. */
  openers: readonly Opener[]
  /** The sites' names in emails, by project. It serves no other project. */
  projects: ReadonlyMap<string, string>
  /** Verifies a ticket of the API. */
  readTicket(ticket: string): Promise<GuardianTicket>
  /** The service's public URL: links in emails lead there. */
  publicUrl: string
  /** Origins of the frames; no other page may call. */
  frameOrigins: readonly string[]
  /** Social logins, if it is registered with any provider. */
  social?: SocialLogin | undefined
  /** Sign-in with Farcaster, if its relay and node are set. */
  farcaster?: FarcasterLogin | undefined
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>
  clientOf(c: Context): string
  now(): number
  /** The guardian's memory; a new one unless given. */
  memory?: { memory: Memory<Release>; save(): void }
  /** True during shutdown: `/ready` fails, and everything else still works. */
  isLeaving?(): boolean
  /** Logs one line per request and answer, without anyone's address. */
  log(line: Record<string, string | number>): void
}

const mailsPerPerson = [
  { times: 1, seconds: 30 },
  { times: 5, seconds: 3600 },
  { times: 10, seconds: 86_400 },
]
/** Emails about events: none waits for the previous one. */
const warningsPerPerson = mailsPerPerson.slice(1)
const startsPerClient = [{ times: 20, seconds: 3600 }]
const readsPerClient = [{ times: 120, seconds: 60 }]
const { readKey } = guardianRoutes satisfies HttpRoutes<typeof guardianApi>

/** The guardian as a function from Request to Response. */
export function createGuardian(deps: GuardianDeps): Hono {
  const { openers, now } = deps
  const publicKey = encodeBase64Url(openers[0]!.publicKey)
  const { memory, save } = deps.memory ?? { memory: createMemory<Release>(now), save: () => {} }
  const releases = createReleases(openers, now, memory)
  const limits = createLimits(deps)
  const at = (path: string) => new URL(`/guardian/v1/${path}`, deps.publicUrl).href
  const app = new Hono()
  app.onError((error, c) => answerError(c, error))
  app.notFound((c) => answerError(c, new KitError('not_found')))
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
    }),
  )
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.use(bodyLimit({ maxSize: 8192, onError: (c) => answerError(c, new KitError('body_too_large')) }))
  app.get('/guardian/v1/live', (c) => c.text('ok'))
  app.get('/ready', (c) => (deps.isLeaving?.() ? c.text('The guardian is shutting down.\n', 503) : c.text('ok')))
  app.get('/guardian/v1/page.css', (c) => c.body(pageStyle, 200, { 'Content-Type': 'text/css' }))

  // No script calls the link's pages, so only the frames' routes allow other origins.
  for (const path of ['/guardian/v1/key', '/guardian/v1/wallets', '/guardian/v1/releases', '/guardian/v1/releases/*'])
    app.use(path, cors({ origin: [...deps.frameOrigins], maxAge: 600, exposeHeaders: ['Retry-After'] }))

  const socials: readonly string[] = [...(deps.social?.names ?? []), ...(deps.farcaster ? ['farcaster'] : [])]
  app.on(readKey.method, readKey.path, (c) => c.json({ publicKey, socials }))

  const siteOf = ({ aud }: GuardianTicket): string => {
    const site = deps.projects.get(aud)
    if (site === undefined) throw new KitError('not_found', { message: 'This guardian does not serve this project.' })
    return site
  }
  const routeDeps = { ...deps, publicKey, memory, save, releases, socials, limits, siteOf, at }
  serveReleases(app, routeDeps)
  if (socials.length > 0) serveSocial(app, { ...routeDeps, social: deps.social, farcaster: deps.farcaster })
  serveApprovals(app, routeDeps)
  serveWallets(app, routeDeps)
  return app
}

/** Each counts a request, and throws a `RateLimitError` beyond its limit. */
export type Limits = {
  start(c: Context): void
  read(c: Context): void
  /** An email that its recipient requests, by their identity. */
  email(identity: string): void
  /** An email about an event, by its address. */
  warning(email: string): void
}

function createLimits({ now, clientOf }: Pick<GuardianDeps, 'now' | 'clientOf'>): Limits {
  const [starts, reads] = [createQuota(startsPerClient, now), createQuota(readsPerClient, now)]
  const [emails, warnings] = [createQuota(mailsPerPerson, now), createQuota(warningsPerPerson, now)]
  return {
    start: (c) => starts.takeClient(clientOf(c)),
    read: (c) => reads.takeClient(clientOf(c)),
    email: (identity) => emails.take(identity),
    warning: (email) => warnings.take(email),
  }
}

/** Sends only our own errors, and `Retry-After` with a rate limit. */
function answerError(c: Context, error: unknown): Response {
  const known = error instanceof KitError ? error : new KitError('internal')
  if (known instanceof RateLimitError) c.header('Retry-After', String(known.seconds))
  const reasons = [{ field: '', description: known.message }]
  return c.json({ status: 'FAILED', code: known.code, reasons }, httpStatus[known.code] as ContentfulStatusCode)
}
