import type { HttpRoutes } from '@billfold/protocol/api/http'
import type { Contract, Handlers } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { KnownProject } from '../projects/createProjectLookup.ts'
import type { Environment, RequestContext } from './environment.ts'
import { readJson } from './readJson.ts'

/** A handler's context besides its input. */
export type CallContext = {
  project: KnownProject
  signal: AbortSignal
  baseUrl: string
  /** Lets the caller's browser, and no cache between, reuse the response for `seconds`. */
  keep: (seconds: number) => void
}

const texts = new WeakMap<object, Uint8Array<ArrayBuffer> | undefined>()

/** Marks a reply as reusable: it is then validated and serialized once. */
export function lasting<T extends object>(reply: T): T {
  if (!texts.has(reply)) texts.set(reply, undefined)
  return reply
}

/** Validates and serializes a reply; an invalid one is our fault, not the caller's. */
function write(output: z.ZodMiniType, reply: unknown): string {
  const checked = z.safeParse(output, reply)
  if (!checked.success) throw new KitError('internal', { cause: checked.error })
  return JSON.stringify(checked.data)
}

function written(output: z.ZodMiniType, reply: unknown): string | Uint8Array<ArrayBuffer> {
  const isLasting = typeof reply === 'object' && reply !== null && texts.has(reply)
  if (!isLasting) return write(output, reply)
  const known = texts.get(reply) ?? new TextEncoder().encode(write(output, reply))
  texts.set(reply, known)
  return known
}

/** Serves a contract: a route per call, input from path, query and body, both directions validated. */
export function serveContract<C extends Contract>(
  app: Hono<Environment>,
  contract: C,
  routes: HttpRoutes<C>,
  handlers: Handlers<C, CallContext>,
): void
export function serveContract<C extends Contract, Context>(
  app: Hono<Environment>,
  contract: C,
  routes: HttpRoutes<C>,
  handlers: Handlers<C, Context>,
  contextOf: (c: RequestContext) => Promise<Context>,
): void
export function serveContract<C extends Contract>(
  app: Hono<Environment>,
  contract: C,
  routes: HttpRoutes<C>,
  handlers: Handlers<C, CallContext>,
  contextOf = callContext,
) {
  for (const name of Object.keys(contract) as (keyof C & string)[]) {
    const { input, output } = contract[name]!
    const { method, path, status = 200 } = routes[name]
    app.on(method, path, async (c) => {
      const args = (await readCall(c, input)) as never
      const reply = await handlers[name](args, await contextOf(c))
      return c.body(written(output, reply), status, { 'Content-Type': 'application/json' })
    })
  }
}

async function callContext(c: RequestContext): Promise<CallContext> {
  return {
    project: c.get('project'),
    signal: c.get('signal'),
    baseUrl: c.get('baseUrl'),
    keep: (seconds) => c.header('Cache-Control', seconds > 0 ? `private, max-age=${seconds}` : 'no-store'),
  }
}

/** Parses a call's input. As existing clients expect, a wrong parameter is 400 and a wrong body 422. */
export async function readCall<T extends z.ZodMiniType>(c: RequestContext, schema: T): Promise<z.infer<T>> {
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const body = hasBody ? await readJson(c) : {}
  const checked = z.safeParse(schema, { ...body, ...c.req.query(), ...c.req.param() })
  if (checked.success) return checked.data
  const [code, what] = hasBody ? (['invalid_input', 'field'] as const) : (['missing_input', 'parameter'] as const)
  throw new KitError(code, { message: `This ${what} is missing or not valid.`, cause: checked.error })
}
