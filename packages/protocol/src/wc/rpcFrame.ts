import { KitError } from '../error.ts'

/** One JSON-RPC frame. `rawId` is the id's own text: numbers above 2^53 do not survive being parsed. */
export type RpcFrame =
  | { kind: 'request'; rawId: string; method: string; params: unknown }
  | { kind: 'result'; rawId: string; id: string; result: unknown }
  | { kind: 'error'; rawId: string; id: string; error: unknown }

/** Reads a frame; throws `parse_error` on what is no JSON and `invalid_request` on what is no JSON-RPC. */
export function readRpcFrame(text: string): RpcFrame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new KitError('parse_error')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new KitError('invalid_request')
  const frame = value as Record<string, unknown>
  const { id, method, params } = frame
  const isId = (typeof id === 'string' && id.length <= 128) || typeof id === 'number'
  if (!isId) throw new KitError('invalid_request', { message: 'A frame needs an id, a string or a number' })
  const rawId = typeof id === 'string' ? JSON.stringify(id) : rawNumber(text, id)
  if (typeof method === 'string') return { kind: 'request', rawId, method, params }
  const plain = typeof id === 'string' ? id : rawId
  if (Object.hasOwn(frame, 'error')) return { kind: 'error', rawId, id: plain, error: frame.error }
  if (Object.hasOwn(frame, 'result')) return { kind: 'result', rawId, id: plain, result: frame.result }
  throw new KitError('invalid_request', { message: 'A frame needs a method, a result or an error' })
}

/** A request as text, with its id exactly as given: JSON of a string or the digits of a number. */
export const writeRequest = (rawId: string, method: string, params: unknown): string =>
  `{"id":${rawId},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`

/** An answer as text, with the id as the request had it. */
export const writeResult = (rawId: string, result: unknown): string =>
  `{"id":${rawId},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

/** A refusal as text, with the id as the request had it. */
export const writeError = (rawId: string, error: { code: number; message: string; data?: unknown }): string =>
  `{"id":${rawId},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`

/** The digits of the top level's `id`, found without trusting them to a double. */
function rawNumber(text: string, id: number): string {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    else if (letter === '"') {
      const end = endOfString(text, i)
      const key =
        depth === 1 && text.slice(i, end) === '"id"'
          ? /^\s*:\s*(-?[\d.eE+-]{1,40})/.exec(text.slice(end, end + 80))
          : null
      if (key?.[1] && Number(key[1]) === id) return key[1]
      i = end - 1
    }
  }
  return JSON.stringify(id) // the key was written with escapes: what was parsed is the best there is
}

/** The end of the string that begins at `start`, its quotation mark included. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}
