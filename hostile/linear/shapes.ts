import * as z from 'zod/mini'

/** A text of about `length` letters that is hard for some reader. */
export type Shape = (length: number) => string

const filled = (part: string, before = '', after = ''): Shape => {
  return (length) => before + part.repeat(Math.ceil(length / part.length)) + after
}

/**
 * Texts that make readers backtrack, restart or copy: long runs with a wrong end, nests, separators, marks, and valid
 * beginnings.
 */
export const shapes: readonly Shape[] = [
  ...['a', ' ', '1', '9', '/', '=', '.', '%', '\0', '\n', '\u0301', '🙂'].map((part) => filled(part, '', '!')),
  ...['a.', 'a ', ', ', 'a=b&', '%41', '[', '{"a":', '"\\', '\r\n', '<a ', '&#9;', 'url(', 'a@'].map((part) =>
    filled(part),
  ),
  filled('0', '0x', 'g'),
  filled('a', '0x'),
  filled('a', 'eip155:1:0x', '!'),
  filled('a.', 'https://', '!'),
  filled('&a', 'wc:a@2?relay-protocol=irn&symKey='),
  filled('z', 'did:key:z'),
  filled('eyJ', 'eyJ.eyJ.', '='),
  filled('a\n', 'a.example wants you to sign in with your Ethereum account:\n'),
  filled('"a",', '{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":[', '""]}'),
  filled('a', '{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"', '"}}'),
  filled('1', 'bc1', 'b'),
  filled('a', 'solana:'),
  filled('?a', 'bitcoin:a'),
]

type Schema = z.core.$ZodType
export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Every value of a schema's form with the text wherever a text may be, in each of its alternatives. */
export function valuesOf(schema: Schema, text: string, depth = 0): unknown[] {
  const def = schema._zod.def as {
    type: string
    innerType?: Schema
    element?: Schema
    in?: Schema
    shape?: Record<string, Schema>
    options?: readonly Schema[]
    items?: readonly Schema[]
    valueType?: Schema
    values?: readonly unknown[]
    getter?: () => Schema
  }
  if (depth > 6) return [text]
  const inner = def.innerType ?? def.in ?? (def.type === 'lazy' ? def.getter?.() : undefined)
  if (inner) return valuesOf(inner, text, depth + 1)
  if (def.element) return valuesOf(def.element, text, depth + 1).map((one) => [one])
  if (def.items) return [def.items.map((one) => valuesOf(one, text, depth + 1)[0])]
  if (def.options) return def.options.flatMap((one) => valuesOf(one, text, depth + 1))
  if (def.valueType) return valuesOf(def.valueType, text, depth + 1).map((one) => ({ [text]: one, a: one }))
  // So that the reader checks the other fields too.
  if (def.type === 'literal') return [def.values?.[0]]
  if (!def.shape) return [text]
  const fields = Object.entries(def.shape).map(([name, one]) => [name, valuesOf(one, text, depth + 1)] as const)
  const most = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: Math.min(most, 8) }, (_, at) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[at % values.length]])),
  )
}

/** Reads every value that a schema could get from a text. */
export const readBySchema = (schema: Schema) => (text: string) => {
  for (const value of valuesOf(schema, text)) z.safeParse(schema as z.ZodMiniType, value)
}
