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
    throw badBody('The body is not JSON.', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badBody('The body is not a JSON object.')
  return value as Record<string, unknown>
}

/** 422, as existing clients know it from other servers; the field is the body itself. */
function badBody(message: string, cause?: unknown): KitError {
  return new KitError('invalid_input', { message, cause: { issues: [{ path: ['body'] }], cause } })
}
