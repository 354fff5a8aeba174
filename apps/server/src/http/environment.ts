import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { KnownProject } from '../projects/createProjectLookup.ts'

/** A request's context, from the socket up to the handler. */
export type Environment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Ours, never the caller's: it ends up in logs. */
    requestId: string
    /** Aborted when the deadline passes or the caller hangs up; pass it to everything that waits. */
    signal: AbortSignal
    project: KnownProject
    /** The server's URL as callers reach it, for URLs in responses. */
    baseUrl: string
  }
}
export type RequestContext = Context<Environment>
