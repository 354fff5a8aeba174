import { createMiddleware } from 'hono/factory'
import type { Environment } from './environment.ts'

/** When to ask again what cannot be answered now: a database or a node that was started again is back by then. */
export const retryAfterSeconds = 5

/** Says with every 503, no matter who gave it, when to ask again. */
export const setRetryAfter = createMiddleware<Environment>(async (c, next) => {
  await next()
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', String(retryAfterSeconds))
})
