import type { CaipNetworkId } from '@billfold/protocol/caip'
import { codeOfRpc, type ErrorCode, errors, KitError } from '@billfold/protocol/error'
import { parseExact, writeExact } from '@billfold/protocol/exactJson'
import * as z from 'zod/mini'

/** Asks a chain's nodes. */
export type Node = (
  networkId: CaipNetworkId,
  question: { method: string; params?: unknown },
  signal?: AbortSignal,
) => Promise<unknown>

type Place =
  /** One node of one chain. */
  | { url: string }
  /** The API; `path` is its endpoint, a chain's nodes by default. */
  | { apiUrl: string; projectId: string; path?: string }
type Options = Place & {
  fetch?: typeof fetch
  deadlineMs?: number
}

/** A node's answer, or our API's own refusal. */
const reply = z.object({
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
  result: z.optional(z.unknown()),
  code: z.optional(z.string()),
  reasons: z.optional(z.array(z.object({ description: z.string() }))),
})

/** Each call has a deadline. A node's rejection keeps its own words; a failed call gets ours. */
export function createNode({ fetch = globalThis.fetch, deadlineMs = 15_000, ...place }: Options): Node {
  return async (networkId, { method, params = [] }, signal) => {
    const url = urlOf(place, networkId)
    const deadline = AbortSignal.timeout(deadlineMs)
    let text: string
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: writeExact({ jsonrpc: '2.0', id: 1, method, params }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        credentials: 'omit',
      })
      text = await answer.text()
    } catch (cause) {
      if (signal?.aborted) throw new KitError('aborted')
      throw new KitError(deadline.aborted ? 'timeout' : 'unavailable', { cause })
    }
    const read = readJson(text)
    const { success, data } = z.safeParse(reply, read)
    if (!success) throw new KitError('unavailable', { cause: text.slice(0, 500) })
    if (data.error) {
      const { code, message } = data.error
      throw new KitError(codeOfRpc(code) ?? 'transaction_rejected', { message: message.slice(0, 500) })
    }
    if (Object.hasOwn(read as object, 'result')) return data.result
    const code = data.code !== undefined && Object.hasOwn(errors, data.code) ? (data.code as ErrorCode) : 'unavailable'
    throw new KitError(code, { message: data.reasons?.[0]?.description.slice(0, 500) ?? errors[code].message })
  }
}

function urlOf(place: Place, networkId: CaipNetworkId): URL {
  if ('url' in place) return new URL(place.url)
  const url = new URL(`${place.apiUrl}${place.path ?? '/v1'}`)
  url.searchParams.set('chainId', networkId)
  url.searchParams.set('projectId', place.projectId)
  return url
}

function readJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
