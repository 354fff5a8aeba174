import * as z from 'zod/mini'

/** Reasons to reject an operation, with the codes of ERC-7769. */
export const operationRejections = {
  invalid: -32602,
  account: -32500,
  paymaster: -32501,
  timeRange: -32503,
  throttled: -32504,
  signature: -32507,
  execution: -32521,
} as const

/** The rejection that an entry point's error ("AA24 signature error") stands for. */
export function rejectionOf(reason: string): keyof typeof operationRejections {
  if (/^AA[23]4/.test(reason)) return 'signature'
  if (/^AA[23]2/.test(reason)) return 'timeRange'
  if (/^AA3/.test(reason)) return 'paymaster'
  // About the operation's own limits: values overflow, too little gas for execution.
  if (/^AA9/.test(reason)) return 'invalid'
  return 'account'
}

/** Parses a call's params, or throws one sentence that names the invalid one. */
export function parseCallParams<T extends z.ZodMiniType>(
  schema: T,
  params: unknown,
  { names, refuse }: { names: readonly string[]; refuse: (sentence: string) => Error },
): z.infer<T> {
  if (!Array.isArray(params)) throw refuse('Invalid params: a list is expected.')
  if (params.length > names.length) throw refuse(`Invalid params: at most ${names.length} are expected.`)
  const given = Array.from(names, (_, index) => params[index] as unknown)
  const { success, data, error } = z.safeParse(schema, given)
  if (success) return data
  const [issue] = error.issues
  const [index, ...rest] = issue?.path ?? []
  throw refuse(`Invalid params: ${[names[Number(index)], ...rest].join('.')} ${issue?.message}.`)
}
