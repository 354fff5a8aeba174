import { parse } from '@billfold/protocol/contract'
import { codeOfRpc, KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { fetchJson } from '../fetchJson.ts'

const reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

const quantityText = z.string().check(z.regex(/^0x[0-9a-f]+$/i))

/** A JSON-RPC quantity as an exact integer. */
export const quantity = z.pipe(
  quantityText,
  z.transform((text: string) => BigInt(text)),
)

/** JSON-RPC bytes, `0x` first. */
export const bytes = z.string().check(z.regex(/^0x([0-9a-f]{2})*$/i))

/** Sends a node one request over HTTP, with a deadline, and checks the response's shape. */
export async function callRpc<T extends z.ZodMiniType>(
  url: string,
  method: string,
  params: readonly unknown[],
  schema: T,
  signal?: AbortSignal,
  deadlineMs?: number,
): Promise<z.infer<T>> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const late = deadlineMs === undefined ? {} : { deadlineMs }
  const { result, error } = await fetchJson(reply, url, { signal, body, ...late })
  if (error) throw new KitError(codeOfRpc(error.code) ?? 'internal', { message: error.message })
  return parse(schema, result)
}
