import { cleanText } from './cleanText.ts'
import { codeOfRpc, type ErrorCode, KitError } from './error.ts'

/** The codes in a wallet's error, even if it is wrapped in another one. */
export function rpcCodesOf(e: unknown): number[] {
  const codes: number[] = []
  let at: unknown = e
  for (let depth = 0; depth < 4 && typeof at === 'object' && at !== null; depth++) {
    const { code, data, cause, originalError } = at as Record<string, unknown>
    if (typeof code === 'number') codes.push(code)
    at = originalError ?? data ?? cause
  }
  return codes
}

/** Whatever a wallet threw, as ours: a code to act on, and its words cleaned for people. */
export function walletError(e: unknown): KitError {
  if (e instanceof KitError) return e
  const { message, code: word } = (typeof e === 'object' && e !== null ? e : { message: e }) as Record<string, unknown>
  const code: ErrorCode = word === 'ACTION_REJECTED' ? 'user_rejected' : (codeOf(rpcCodesOf(e)) ?? 'internal')
  const text = cleanText(message, 200)
  return new KitError(code, { ...(text ? { message: text } : {}), cause: e })
}

function codeOf(codes: readonly number[]): ErrorCode | undefined {
  const rows = codes.map(codeOfRpc).filter((row) => row !== undefined)
  return rows.find((row) => row !== 'internal') ?? rows[0]
}
