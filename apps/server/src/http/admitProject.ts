import { KitError } from '@billfold/protocol/error'
import { isOriginAllowed } from '@billfold/protocol/originRule'
import { createMiddleware } from 'hono/factory'
import { nameProject } from '../limits/visitor.ts'
import type { KnownProject, ProjectLookup } from '../projects/createProjectLookup.ts'
import type { Environment, RequestContext } from './environment.ts'
import { readJson } from './readJson.ts'

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  // The headers of existing clients; browsers would reject a request with others.
  'Access-Control-Allow-Headers': 'content-type, authorization, x-nonce-jwt, x-otp, x-sdk-type, x-sdk-version',
  'Access-Control-Max-Age': '600',
}
export const exposedHeaders = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

/** Lets pages read the reason of any rejection; an error reveals nothing about a project. */
export const explainToPages = createMiddleware<Environment>(async (c, next) => {
  c.header('Vary', 'Origin', { append: true })
  const origin = c.req.header('origin')
  if (origin && !isPreflight(c)) {
    c.header('Access-Control-Allow-Origin', origin)
    c.header('Access-Control-Expose-Headers', exposedHeaders)
  }
  await next()
})

/**
 * Admits a request if its project exists, is not disabled and, for browsers, lists the page's origin; answers
 * preflights by the same rule. A request without an Origin is not a page's: the list protects users of pages, and
 * cannot stop other programs. The embedded wallet's frame sends requests for every project's visitors; the project's
 * list also decides who may embed it.
 */
export function admitProject(find: ProjectLookup, frameOrigin?: string) {
  const require = (origin: string, project: KnownProject) => {
    if (origin !== frameOrigin) requireOrigin(origin, project)
  }
  return createMiddleware<Environment>(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin && isPreflight(c)) return answerPreflight(c, origin, find, require)
    const project = await requireProject(await readProjectId(c), find)
    if (origin) require(origin, project)
    c.set('project', project)
    nameProject(project.id)
    return next()
  })
}

function isPreflight(c: RequestContext): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
}

async function answerPreflight(
  c: RequestContext,
  origin: string,
  find: ProjectLookup,
  require: typeof requireOrigin,
): Promise<Response> {
  c.header('Vary', 'Access-Control-Request-Method, Access-Control-Request-Headers', { append: true })
  // Some calls name their project in the body, which a preflight does not have; the call itself is checked then.
  const id = c.req.query('projectId')
  if (id) require(origin, await requireProject(id, find))
  c.header('Access-Control-Allow-Origin', origin)
  for (const [name, value] of Object.entries(preflight)) c.header(name, value)
  return c.body(null, 204)
}

async function readProjectId(c: RequestContext): Promise<string | undefined> {
  const id = c.req.query('projectId')
  if (id || c.req.method === 'GET' || c.req.method === 'HEAD') return id
  const { projectId } = await readJson(c)
  return typeof projectId === 'string' ? projectId : undefined
}

/** The project of an id, if it exists and is not disabled. */
export async function requireProject(id: string | undefined, find: ProjectLookup): Promise<KnownProject> {
  if (!id)
    throw new KitError('project_missing', { message: 'Project ID Not Configured: send projectId with every request.' })
  const project = await find(id)
  if (!project || project.disabledAt)
    throw new KitError('project_unknown', {
      message: 'Unauthorized: invalid key. This server knows no such projectId.',
    })
  return project
}

/** Rejects a page that is not the project's. */
export function requireOrigin(origin: string, { rules, features }: KnownProject) {
  if (!isOriginAllowed(origin, rules, features.local === true))
    throw new KitError('origin_not_allowed', {
      message: "Unauthorized: origin not allowed. Add this page's origin to the project's list.",
    })
}
