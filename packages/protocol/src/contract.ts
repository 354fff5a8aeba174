import * as z from 'zod/mini'
import { KitError } from './error.ts'

/** One wire: the calls that may cross it, and the shape of each request and reply. */
export type Contract = Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>
export type Input<C extends Contract, K extends keyof C> = z.infer<C[K]['input']>
export type Output<C extends Contract, K extends keyof C> = z.infer<C[K]['output']>

export type Client<C extends Contract> = {
  [K in keyof C]: (input: Input<C, K>, signal?: AbortSignal) => Promise<Output<C, K>>
}
export type Handlers<C extends Contract, Context> = {
  [K in keyof C]: (input: Input<C, K>, context: Context) => Promise<Output<C, K>>
}
/** Carries one call across a wire (HTTP, postMessage, WebSocket) and resolves with the raw reply. */
export type Call = (name: string, input: unknown, signal?: AbortSignal) => Promise<unknown>

/** The asking side: a typed method per call; replies are validated, never trusted. */
export function createClient<C extends Contract>(contract: C, call: Call): Client<C> {
  const client: Record<string, unknown> = {}
  for (const [name, { input, output }] of Object.entries(contract))
    client[name] = async (value: unknown, signal?: AbortSignal) =>
      parse(output, await call(name, parse(input, value), signal))
  return client as Client<C>
}

/** The answering side: a handler per call (a missing one does not compile); requests and replies are validated. */
export function createServer<C extends Contract, Context>(contract: C, handlers: Handlers<C, Context>) {
  return async (name: string, input: unknown, context: Context): Promise<unknown> => {
    const entry = Object.hasOwn(contract, name) ? contract[name] : undefined
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!entry || !handler) throw new KitError('unknown_method')
    return parse(entry.output, await handler(parse(entry.input, input) as never, context))
  }
}

/** Validates a value that crossed a border. */
export function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new KitError('invalid_input', { cause: result.error })
}
