import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import type * as z from 'zod/mini'

export type FetchOptions = { signal?: AbortSignal | undefined; deadlineMs?: number; body?: unknown }

/** Fetches JSON of a known shape before a deadline; every failure is a KitError of its kind. */
export async function fetchJson<T extends z.ZodMiniType>(
  schema: T,
  url: string,
  { signal, deadlineMs = 4_000, body }: FetchOptions = {},
): Promise<z.infer<T>> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const request: RequestInit = { signal: signal ? AbortSignal.any([signal, deadline]) : deadline }
  if (body !== undefined) {
    request.method = 'POST'
    request.headers = { 'content-type': 'application/json' }
    request.body = JSON.stringify(body)
  }
  try {
    const answer = await fetch(url, request)
    const value: unknown = await answer.json()
    if (!answer.ok) throw new KitError(codeOfStatus(answer.status), sentenceOf(value))
    return parse(schema, value)
  } catch (e) {
    if (e instanceof KitError) throw e
    if (signal?.aborted) throw new KitError('aborted', { cause: e })
    throw new KitError(deadline.aborted ? 'timeout' : 'unavailable', { cause: e })
  }
}

function codeOfStatus(status: number) {
  if (status === 429) return 'too_many_requests'
  return status < 500 ? 'invalid_input' : 'unavailable'
}

/** A server's own error message, if it gave one. */
function sentenceOf(value: unknown): { message?: string } {
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : value
  if (typeof error === 'string') return { message: error }
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? { message } : {}
}
