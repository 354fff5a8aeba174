import { createMiddleware } from 'hono/factory'
import type { Environment } from './environment.ts'

/** Enough for a restarted database or node to be back. */
export const retryAfterSeconds = 5

/** Adds `Retry-After` to every 503, whatever its source. */
export const setRetryAfter = createMiddleware<Environment>(async (c, next) => {
  await next()
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', String(retryAfterSeconds))
})
