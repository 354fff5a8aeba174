import { KitError } from '@billfold/protocol/error'
import type { Context } from 'hono'

export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new KitError('parse_error')
  }
}

/** A form of our own pages. It repeats the link's token, which another page's form would have to know. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    throw new KitError('parse_error')
  const form = new URLSearchParams(await c.req.text())
  if (form.get('token') !== c.req.param('token')) throw new KitError('invalid_input')
  return form
}
