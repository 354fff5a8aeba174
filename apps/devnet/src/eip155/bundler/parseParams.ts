import { parseCallParams } from '@billfold/protocol/embedded/operationRejection'
import type * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'

/** Checks a call's params; throws one sentence that names the invalid one. */
export const parseParams = <T extends z.ZodMiniType>(
  schema: T,
  params: unknown,
  names: readonly string[],
): z.infer<T> => parseCallParams(schema, params, { names, refuse: (sentence) => new RpcError(-32602, sentence) })
