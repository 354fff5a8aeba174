import { embeddedRoutes } from '@billfold/protocol/embedded/embeddedApi'
import { ticketKeysPath } from '@billfold/protocol/embedded/guardianTicket'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import type { Metrics } from '../createMetrics.ts'
import { isDatabaseUnavailable } from '../db/isDatabaseUnavailable.ts'
import { requireProject } from '../http/admitProject.ts'
import { answerError } from '../http/answerError.ts'
import { clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { limitRate } from '../http/limits.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import type { ProjectLookup } from '../projects/createProjectLookup.ts'
import { networkOf } from './clientNetwork.ts'
import { type Embedded, memberApi, type OpenContext, openApi } from './createEmbedded.ts'
import { revertPath } from './emailChange.ts'
import { acceptedLanguage } from './mailTexts/mailTexts.ts'
import { endedPage, revertedPage, revertPage, revertPolicy } from './revertPage.ts'
import { serveLoginWindow } from './serveLoginWindow.ts'

export type EmbeddedServing = Embedded & {
  /** The frame's origin: no other page may call. */
  walletOrigin: string
}
type Deps = {
  embedded?: EmbeddedServing | undefined
  findProject: ProjectLookup
  trustProxy: number
  projectQuota: Quota
  limiter: Limiter
  metrics: Metrics
}

const paths = '/embedded/v1/*'
const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'content-type, authorization, dpop',
  'Access-Control-Max-Age': '600',
}

/** Serves the embedded wallets' calls to the frame's origin only; answers 404 if they are not set up. */
export function serveEmbedded(app: Hono<Environment>, deps: Deps) {
  const { embedded, findProject, trustProxy } = deps
  const nothing = () => {
    throw new KitError('not_found', { message: 'This server has no embedded wallets.' })
  }
  if (!embedded) return void app.all(paths, nothing)

  app.use(paths, async (c, next) => {
    await next()
    if (c.error && isDatabaseUnavailable(c.error))
      c.res = answerError(c, new KitError('unavailable', { message: 'The database is unavailable.' }))
  })

  // Browsers open these pages on a site's or provider's redirect: without a project, and with any origin.
  serveLoginWindow(app, embedded)

  // The same for a link in a mail.
  app.on(['GET', 'POST'], `${revertPath}/:token`, async (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', revertPolicy)
    c.header('Referrer-Policy', 'no-referrer')
    const token = c.req.param('token')
    const language = acceptedLanguage(c.req.header('accept-language')) ?? 'en'
    if (!(await embedded.canRevert(token))) return c.html(endedPage(language), 410)
    if (c.req.method === 'GET') return c.html(revertPage(language))
    await embedded.revertEmail(token)
    return c.html(revertedPage(language))
  })

  // The guardian's keys are public, and belong to no project.
  app.get(ticketKeysPath, (c) => c.json(embedded.ticketKeys))

  app.use(paths, async (c, next) => {
    c.header('Cache-Control', 'no-store')
    // A device with a wrong clock reads the right time from our responses; otherwise its proofs would never be valid.
    c.header('Access-Control-Expose-Headers', 'Date, Retry-After, X-Request-Id')
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== embedded.walletOrigin)
      throw new KitError('origin_not_allowed', {
        message: 'Unauthorized: origin not allowed. Only the frame may call this.',
      })
    if (c.req.method === 'OPTIONS') {
      if (origin) c.header('Access-Control-Allow-Origin', origin)
      for (const [name, value] of Object.entries(preflight)) c.header(name, value)
      return c.body(null, 204)
    }
    c.set('project', await requireProject(c.req.query('projectId'), findProject))
    return next()
  })
  app.use(paths, limitRate({ by: 'project', key: (c) => c.get('project').id, quota: deps.projectQuota, ...deps }))

  const proven = async (c: RequestContext) => {
    const { thumbprint, accessToken } = await embedded.prove({
      method: c.req.method,
      url: c.get('baseUrl') + c.req.path,
      dpop: c.req.header('dpop'),
      authorization: c.req.header('authorization'),
    })
    const client = networkOf(clientAddress(c, trustProxy))
    const language = acceptedLanguage(c.req.header('accept-language'))
    const context: OpenContext = {
      ...{ project: c.get('project'), client, thumbprint, baseUrl: c.get('baseUrl'), language },
    }
    return { context, accessToken }
  }
  serveContract(app, openApi, embeddedRoutes, embedded.open, async (c) => (await proven(c)).context)
  serveContract(app, memberApi, embeddedRoutes, embedded.members, async (c) => {
    const { context, accessToken } = await proven(c)
    if (accessToken === undefined) throw new KitError('unauthorized')
    return { ...context, member: await embedded.findMember(accessToken, context.thumbprint, context.language) }
  })
  app.all(paths, nothing)
}
