import { KitError } from '../error.ts'
import type { Field, Metadata, Primitive } from './metadata.ts'
import { type ScaleReader, scaleReader } from './scale.ts'

/** A value as its type says: numbers as bigint, bytes as they are, one of several by its name. */
export type Value =
  | bigint
  | boolean
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [field: string]: Value }
  | VariantValue
export type VariantValue = { readonly variant: string; readonly fields: readonly Value[] }

const sizes: Readonly<Partial<Record<Primitive, number>>> = {
  char: 4,
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  i128: 16,
  i256: 32, // biome-ignore format: a table
}
/** Deeper than any runtime's types go. */
const deepest = 60

/** Reads a value of a type that the runtime describes. */
export function decodeValue(metadata: Metadata, type: number, bytes: Uint8Array): Value {
  return decode(metadata, type, scaleReader(bytes), 0)
}

/** Reads a value that takes all the bytes there are. */
export function decodeWhole(metadata: Metadata, type: number, bytes: Uint8Array): Value {
  const r = scaleReader(bytes)
  const value = decode(metadata, type, r, 0)
  if (r.left() > 0) throw new KitError('invalid_input', { message: 'Trailing bytes after the value' })
  return value
}

function decode(metadata: Metadata, type: number, r: ScaleReader, depth: number): Value {
  const def = metadata.types.get(type)
  if (!def || depth > deepest) throw new KitError('invalid_input', { message: `The runtime has no type ${type}` })
  const read = (of: number) => decode(metadata, of, r, depth + 1)
  const many = (of: number, length: number): Value =>
    isByte(metadata, of) ? r.take(length) : Array.from({ length }, () => read(of))
  switch (def.kind) {
    case 'composite':
      return readFields(def.fields, read)
    case 'variant': {
      const index = r.byte()
      const match = def.variants.find((variant) => variant.index === index)
      if (!match) throw new KitError('invalid_input', { message: `${def.path.at(-1)} has no variant ${index}` })
      return { variant: match.name, fields: match.fields.map(({ type: of }) => read(of)) }
    }
    case 'sequence':
      return many(def.of, r.length())
    case 'array':
      return many(def.of, def.length)
    case 'tuple':
      return def.of.map(read)
    case 'compact':
      return r.compact()
    case 'bits':
      return r.take(Math.ceil(Number(r.compact()) / 8))
    case 'primitive':
      if (def.name === 'bool') return r.byte() !== 0
      return def.name === 'str' ? r.text() : r.uint(sizes[def.name]!)
  }
}

/** By their names where they have some; a lone one without is what it holds. */
function readFields(fields: readonly Field[], read: (type: number) => Value): Value {
  const values = fields.map(({ name, type }) => [name, read(type)] as const)
  if (values.every(([name]) => name !== undefined)) return Object.fromEntries(values as [string, Value][])
  return values.length === 1 ? values[0]![1] : values.map(([, value]) => value)
}

const isByte = ({ types }: Metadata, type: number): boolean => {
  const def = types.get(type)
  return def?.kind === 'primitive' && def.name === 'u8'
}
