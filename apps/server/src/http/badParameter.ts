import { KitError } from '@billfold/protocol/error'

/** A well-formed but invalid parameter: 400, with the field's name and one sentence. */
export function badParameter(field: string, message: string): KitError {
  return new KitError('missing_input', { message, cause: { issues: [{ path: [field] }] } })
}
