import { KitError } from '@billfold/protocol/error'
import type { RequestContext } from './environment.ts'

/** The JSON object in a request's body, whatever content type it claims: existing clients send text/plain. Empty is `{}`. */
export async function readJson(c: RequestContext): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new KitError('parse_error', { message: 'The body is not JSON.', cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new KitError('parse_error', { message: 'The body is not a JSON object.' })
  return value as Record<string, unknown>
}
