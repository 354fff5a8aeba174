import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'

/** Checks a call's params; throws one sentence that names the invalid one. */
export function parseParams<T extends z.ZodMiniType>(schema: T, params: unknown, names: readonly string[]): z.infer<T> {
  const refuse = (sentence: string) => new RpcError(-32602, `Invalid params: ${sentence}.`)
  if (!Array.isArray(params)) throw refuse('a list is expected')
  if (params.length > names.length) throw refuse(`at most ${names.length} are expected`)
  const result = z.safeParse(
    schema,
    Array.from(names, (_, index) => params[index] as unknown),
  )
  if (result.success) return result.data
  const [issue] = result.error.issues
  const [index, ...rest] = issue?.path ?? []
  throw refuse(`${[names[Number(index)], ...rest].join('.')} ${issue?.message}`)
}
