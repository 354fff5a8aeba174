import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { brokenAnswer } from '../providers/hosted/createHostedClient.ts'
import { fetchJson } from '../rpc/fetchJson.ts'

export type ProviderConnection = {
  /** The display name. */
  name: string
  /** The service's base URL, without a trailing slash. */
  url: string
  /** Created for each request, since some are signed. */
  headers(method: 'GET' | 'POST', path: string): Promise<Record<string, string>> | Record<string, string>
}

const deadlineMs = 6_000
const maxBytes = 4_000_000

/**
 * Sends a request to an on-ramp provider; `undefined` means not found. Responses must match its documented schema. A
 * rejection is about the request (`invalid_input`); every other failure is `unavailable`. None of its text is repeated.
 */
export async function requestProvider<T extends z.ZodMiniType>(
  { name, url, headers }: ProviderConnection,
  schema: T,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<z.infer<T> | undefined> {
  const method = body === undefined ? 'GET' : 'POST'
  const own = await headers(method, path)
  const request = { url: `${url}${path}`, method, headers: own, ...(body === undefined ? {} : { body }) } as const
  const { status, json } = await fetchJson(request, { signal, deadlineMs, maxBytes }).catch((e: unknown) => {
    throw e instanceof KitError && e.code === 'body_too_large' ? brokenAnswer(name) : e
  })
  if (status >= 200 && status < 300) {
    const checked = z.safeParse(schema, json)
    if (!checked.success) throw brokenAnswer(name)
    return checked.data
  }
  if (status === 404) return undefined
  if (status === 400 || status === 422)
    throw new KitError('invalid_input', {
      message: `${name} does not sell this asset for that amount or in your country.`,
    })
  if (status === 429) throw new KitError('too_many_requests', { message: `${name} is busy. Try again in a moment.` })
  const isRefused = status === 401 || status === 403
  throw new KitError('unavailable', {
    message: isRefused ? `${name} rejected our API key.` : `${name} returned ${status}.`,
  })
}
