import { parseCallParams } from '@billfold/protocol/embedded/operationRejection'
import type * as z from 'zod/mini'
import { refuse } from './operationRefusal.ts'

/** Parses a call's params, or throws one sentence that names the invalid one. */
export const parseParams = <T extends z.ZodMiniType>(
  schema: T,
  params: unknown,
  names: readonly string[],
): z.infer<T> => parseCallParams(schema, params, { names, refuse: (sentence) => refuse('invalid', sentence) })
