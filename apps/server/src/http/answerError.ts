import type { ErrorBody } from '@billfold/protocol/api/http'
import { type ErrorCode, errors, KitError } from '@billfold/protocol/error'
import { httpStatus } from '@billfold/protocol/httpStatus'
import { RefusedSignIn } from '@billfold/protocol/signin/refusedSignIn'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RefusedToken } from '../auth/refusedToken.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import type { Environment, RequestContext } from './environment.ts'

/** The field of a failure, if its code always has the same one. */
const fields: Partial<Record<ErrorCode, string>> = {
  project_missing: 'projectId',
  project_unknown: 'projectId',
  origin_not_allowed: 'origin',
  body_too_large: 'body',
  parse_error: 'body',
}

/**
 * Turns any failure into a response: the table's status, and the body that existing clients read. Internal details stay
 * internal.
 */
export function answerError(
  c: RequestContext,
  e: unknown,
  status?: ContentfulStatusCode,
  more: Record<string, unknown> = {},
): Response {
  // Only our own errors have messages for callers; a library's may quote anything.
  let known = e instanceof KitError ? e : new KitError('internal')
  // Work that was aborted fails in many ways, none of which is a failure of ours.
  if (httpStatus[known.code] >= 500 && c.req.raw.signal.aborted) known = new KitError('aborted')
  if (known instanceof RateLimitError) c.header('Retry-After', String(known.retryAfterS))
  return c.json({ ...errorBody(known), ...more }, status ?? (httpStatus[known.code] as ContentfulStatusCode))
}

/**
 * Answers bad input with 400, as the public server does for names, swaps and on-ramp links. A body that is not a JSON
 * object stays 422, as there.
 */
export const answerBadInputWith400 = createMiddleware<Environment>(async (c, next) => {
  await next()
  const { error } = c
  if (!(error instanceof KitError) || error.code !== 'invalid_input') return
  if (issuesOf(error.cause)[0]?.path[0] !== 'body') c.res = answerError(c, error, 400)
})

export function errorBody(e: KitError): ErrorBody {
  const { code, message, cause } = e
  const text = code === 'internal' ? errors.internal.message : message
  const issues = code === 'invalid_input' || code === 'missing_input' ? issuesOf(cause) : []
  const reasons = issues.map(({ path }) => ({ field: path.map(String).join('.').slice(0, 100), description: text }))
  return {
    status: 'FAILED',
    code,
    reasons: reasons.length > 0 ? reasons.slice(0, 10) : [{ field: fieldOf(e), description: text }],
  }
}

/** The field of a failure; for a sign-in or a token, the name of the check that failed. */
const fieldOf = (e: KitError): string =>
  e instanceof RefusedSignIn || e instanceof RefusedToken ? e.reason : (fields[e.code] ?? '')

type Issue = { path: PropertyKey[] }

function issuesOf(cause: unknown): Issue[] {
  const issues = typeof cause === 'object' && cause !== null && 'issues' in cause ? cause.issues : undefined
  return Array.isArray(issues) ? issues : []
}
