import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { createFairRate } from '../../limits/createFairRate.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'

/** Asks a company's node by JSON-RPC. */
type HostedRpc = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>

const reply = z.union([
  z.object({ result: z.unknown(), error: z.optional(z.null()) }),
  z.object({ error: z.object({ code: z.int() }) }),
])
/** Back-off for a node that rate limits without naming a time. */
const restMs = 5_000
/** Error codes that nodes use instead of the status 429. */
const tooOften = new Set([429, -32_429, -32_005])

/** A client of a company that answers JSON-RPC, some of it in methods of its own; its limits are kept as `createHostedClient` does. */
export function createHostedRpc(name: string, options: HostedOptions): HostedRpc {
  const rate = options.rate ?? createFairRate({ now: options.now })
  const ask = createHostedClient(name, { ...options, rate })
  return async (method, params, signal) => {
    const { success, data } = z.safeParse(reply, await ask('', signal, { jsonrpc: '2.0', id: '1', method, params }))
    if (!success) throw brokenAnswer(name)
    if (!data.error) return (data as { result: unknown }).result
    // Nothing it writes is repeated: its words may hold the key.
    if (tooOften.has(data.error.code)) {
      rate.rejected(restMs)
      throw new KitError('too_many_requests', { message: `${name} is rate limiting this server.` })
    }
    throw new KitError('unavailable', { message: `${name} returned error ${data.error.code}.` })
  }
}
