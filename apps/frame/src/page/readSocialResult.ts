import { type ErrorCode, errors, KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'

const result = z.object({ flow: z.uuid(), code: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** What a person came back with from a social login, out of the address that they came back to; a refusal there is one here. */
export function readSocialResult(uri: string): z.infer<typeof result> {
  const told = Object.fromEntries(new URLSearchParams(uri.slice(uri.indexOf('#') + 1)))
  if (told.error !== undefined)
    throw new KitError(Object.hasOwn(errors, told.error) ? (told.error as ErrorCode) : 'internal')
  const { success, data } = z.safeParse(result, told)
  if (!success) throw new KitError('invalid_input')
  return data
}
