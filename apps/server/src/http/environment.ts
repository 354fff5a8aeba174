import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { KnownProject } from '../projects/createProjectLookup.ts'

/** A request's context, from the socket up to the handler. */
export type Environment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Ours, never the caller's: it ends up in logs. */
    requestId: string
    /** Aborted when the deadline passes or the caller hangs up; hand it on to everything that waits. */
    signal: AbortSignal
    project: KnownProject
    /** Where callers reach this server: the beginning of addresses in its answers. */
    baseUrl: string
  }
}
export type RequestContext = Context<Environment>
