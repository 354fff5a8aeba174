import { RpcError } from '../rpcError.ts'

/** A count as JSON number or hex text, as test tools send both. */
export function quantity(value: unknown, name: string): number {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value))
  const parsed = isNumber ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(parsed) || parsed < 0)
    throw new RpcError(-32602, `Invalid params: ${name} must be a non-negative integer.`)
  return parsed
}
