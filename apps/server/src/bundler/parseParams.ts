import * as z from 'zod/mini'
import { refuse } from './operationRefusal.ts'

/** Parses a call's params, or throws one sentence that names the invalid one. */
export function parseParams<T extends z.ZodMiniType>(schema: T, params: unknown, names: readonly string[]): z.infer<T> {
  if (!Array.isArray(params)) throw refuse('invalid', 'Invalid params: a list is expected.')
  if (params.length > names.length) throw refuse('invalid', `Invalid params: at most ${names.length} are expected.`)
  const given = Array.from(names, (_, index) => params[index] as unknown)
  const { success, data, error } = z.safeParse(schema, given)
  if (success) return data
  const [issue] = error.issues
  const [index, ...rest] = issue?.path ?? []
  throw refuse('invalid', `Invalid params: ${[names[Number(index)], ...rest].join('.')} ${issue?.message}.`)
}
