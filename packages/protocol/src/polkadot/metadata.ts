import { KitError } from '../error.ts'
import { type ScaleReader, scaleReader } from './scale.ts'

/** A type of the runtime, by what it is made of; types are named by their number. */
export type TypeDef =
  | { kind: 'composite'; path: readonly string[]; fields: readonly Field[] }
  | { kind: 'variant'; path: readonly string[]; variants: readonly Variant[] }
  | { kind: 'sequence'; of: number }
  | { kind: 'array'; of: number; length: number }
  | { kind: 'tuple'; of: readonly number[] }
  | { kind: 'primitive'; name: Primitive }
  | { kind: 'compact'; of: number }
  | { kind: 'bits'; store: number; order: number }
export type Field = { name: string | undefined; type: number; typeName: string | undefined }
export type Variant = { name: string; index: number; fields: readonly Field[] }
export type Pallet = {
  name: string
  index: number
  calls: number | undefined
  errors: number | undefined
  /** Storage values without a key, with their types. */
  values: Readonly<Record<string, number>>
  constants: Readonly<Record<string, Uint8Array>>
}
export type Extension = { name: string; type: number; signed: number }

/** A runtime's description of itself, as far as sending and tracking need it. */
export type Metadata = {
  types: ReadonlyMap<number, TypeDef>
  pallets: readonly Pallet[]
  /** Extensions of every transaction, in this order: their data inside it, and the data that is only signed. */
  extensions: readonly Extension[]
  /** Which form of transactions it takes. */
  extrinsicVersion: number
  /** The types that a transaction consists of; version 14 omits them. */
  extrinsic?: { address: number; call: number; signature: number } | undefined
}

export const primitives = ['bool', 'char', 'str', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'i8', 'i16', 'i32', 'i64', 'i128', 'i256'] as const // biome-ignore format: a table
export type Primitive = (typeof primitives)[number]

const magic = 0x6174656d

/** Reads metadata of version 14 or 15; throws on any other, since a wrong guess would sign something else. */
export function readMetadata(bytes: Uint8Array): Metadata {
  const r = scaleReader(bytes)
  const [head, version] = [r.u32(), r.byte()]
  if (head !== magic || (version !== 14 && version !== 15))
    throw new KitError('version_unsupported', {
      message: `This network has an unsupported metadata version (${version})`,
    })
  const types = new Map(r.list(() => [id(r), typeDef(r)] as const))
  const pallets = r.list(() => pallet(r, version))
  if (version === 14) id(r)
  const extrinsicVersion = r.byte()
  const [address, call, signature] = version === 15 ? [id(r), id(r), id(r), id(r)] : []
  const extensions = r.list(() => ({ name: r.text(), type: id(r), signed: id(r) }))
  const extrinsic = signature === undefined ? undefined : { address: address!, call: call!, signature }
  return { types, pallets, extensions, extrinsicVersion, extrinsic }
}

const id = (r: ScaleReader): number => Number(r.compact())
const docs = (r: ScaleReader): void => void r.list(r.text)

function field(r: ScaleReader): Field {
  const read = { name: r.option(r.text), type: id(r), typeName: r.option(r.text) }
  docs(r)
  return read
}

function typeDef(r: ScaleReader): TypeDef {
  const path = r.list(r.text)
  r.list(() => [r.text(), r.option(() => id(r))])
  const def = shape(r, path)
  docs(r)
  return def
}

function shape(r: ScaleReader, path: readonly string[]): TypeDef {
  const kind = r.byte()
  if (kind === 0) return { kind: 'composite', path, fields: r.list(() => field(r)) }
  if (kind === 1) return { kind: 'variant', path, variants: r.list(() => variant(r)) }
  if (kind === 2) return { kind: 'sequence', of: id(r) }
  if (kind === 3) return { kind: 'array', length: r.u32(), of: id(r) }
  if (kind === 4) return { kind: 'tuple', of: r.list(() => id(r)) }
  if (kind === 5) return { kind: 'primitive', name: primitives[r.byte()]! }
  if (kind === 6) return { kind: 'compact', of: id(r) }
  return { kind: 'bits', store: id(r), order: id(r) }
}

function variant(r: ScaleReader): Variant {
  const [name, fields, index] = [r.text(), r.list(() => field(r)), r.byte()]
  docs(r)
  return { name, fields, index }
}

function pallet(r: ScaleReader, version: number): Pallet {
  const name = r.text()
  const values = r.option(() => storage(r)) ?? {}
  const calls = r.option(() => id(r))
  r.option(() => id(r))
  const constants = Object.fromEntries(r.list(() => constant(r)))
  const errors = r.option(() => id(r))
  const index = r.byte()
  if (version === 15) docs(r)
  return { name, index, calls, errors, values, constants }
}

function storage(r: ScaleReader): Record<string, number> {
  r.text()
  const plain: Record<string, number> = {}
  r.list(() => {
    const name = r.text()
    r.byte()
    if (r.byte() === 0) plain[name] = id(r)
    else {
      r.list(r.byte)
      id(r)
      id(r)
    }
    r.bytes()
    docs(r)
  })
  return plain
}

function constant(r: ScaleReader): [string, Uint8Array] {
  const name = r.text()
  id(r)
  const value = r.bytes()
  docs(r)
  return [name, value]
}
