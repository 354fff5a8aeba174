import { blake3 } from '@noble/hashes/blake3.js'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { type Field, type Metadata, primitives, type TypeDef } from './metadata.ts'
import { compactBytes, scaleReader, uintBytes } from './scale.ts'

/** How the chain's own coin is called and divided: a hardware wallet shows amounts by it. */
export type CoinFacts = { symbol: string; decimals: number }

const concat = (...parts: readonly Uint8Array[]): Uint8Array => joinBytes(...parts)
const text = (value: string): Uint8Array => {
  const bytes = new TextEncoder().encode(value)
  return concat(compactBytes(bytes.length), bytes)
}
const list = <T>(items: readonly T[], write: (item: T) => Uint8Array): Uint8Array =>
  concat(compactBytes(items.length), ...items.map(write))
const optional = (value: string | undefined): Uint8Array =>
  value === undefined ? Uint8Array.of(0) : concat(Uint8Array.of(1), text(value))

/** Type reference numbers: the first compact type, then nothing, and a type of the table. */
const [compactAt, nothing, inTable] = [15, 21, 22]
const compactOf = ['u8', 'u16', 'u32', 'u64', 'u128', 'u256'] as const
const storeBytes: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8 }

/**
 * The digest of a runtime's metadata, as far as transactions go (RFC-78): signed with a transaction, it makes a runtime
 * with different metadata reject it. Needs metadata of version 15.
 */
export function metadataDigest(metadata: Metadata, coin: CoinFacts): Uint8Array {
  const { extrinsic, extensions, extrinsicVersion } = metadata
  if (!extrinsic) throw unknown('no metadata of version 15')
  const system = metadata.pallets.find(({ name }) => name === 'System')?.constants
  if (!system?.Version || !system.SS58Prefix) throw unknown('no version')
  const version = scaleReader(system.Version)
  const [specName] = [version.text(), version.text(), version.u32()]
  const ends = extensions.flatMap(({ type, signed }) => [type, signed])
  const numbers = numbersOf(metadata, [extrinsic.call, extrinsic.address, extrinsic.signature, ...ends])
  const refer = (type: number) => reference(metadata, numbers, type)
  const leaves = [...numbers].flatMap(([type, number]) => entriesOf(metadata, type, number, refer))
  const described = concat(
    Uint8Array.of(extrinsicVersion),
    ...[extrinsic.address, extrinsic.call, extrinsic.signature].map(refer),
    list(extensions, ({ name, type, signed }) => concat(text(name), refer(type), refer(signed))),
  )
  return blake3(
    concat(
      Uint8Array.of(1),
      ...[rootOf(leaves), blake3(described)],
      ...[uintBytes(BigInt(version.u32()), 4), text(specName)],
      ...[system.SS58Prefix.slice(0, 2), new Uint8Array(2 - Math.min(2, system.SS58Prefix.length))],
      ...[Uint8Array.of(coin.decimals), text(coin.symbol)],
    ),
  )
}

/** All types that a transaction can hold, and their numbers here: those that hold nothing, and plain ones, have none. */
function numbersOf({ types }: Metadata, roots: readonly number[]): ReadonlyMap<number, number> {
  const reachable = new Set<number>()
  const waiting = [...roots]
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    const def = types.get(type)
    if (!def) throw unknown(`no type ${type}`)
    if (reachable.has(type) || isPlain(def)) continue
    reachable.add(type)
    waiting.push(...withinType(def))
  }
  return new Map([...reachable].sort((a, b) => a - b).map((type, number) => [type, number]))
}

function isPlain(def: TypeDef): boolean {
  if (def.kind === 'composite') return def.fields.length === 0
  if (def.kind === 'variant') return def.variants.length === 0
  if (def.kind === 'tuple') return def.of.length === 0
  return def.kind === 'primitive' || def.kind === 'compact'
}

function withinType(def: TypeDef): readonly number[] {
  const of = (fields: readonly Field[]) => fields.map(({ type }) => type)
  if (def.kind === 'composite') return of(def.fields)
  if (def.kind === 'variant') return def.variants.flatMap(({ fields }) => of(fields))
  if (def.kind === 'tuple') return def.of
  return def.kind === 'sequence' || def.kind === 'array' ? [def.of] : []
}

/** A type's reference to another. */
function reference(metadata: Metadata, numbers: ReadonlyMap<number, number>, type: number): Uint8Array {
  const def = metadata.types.get(type)
  if (def?.kind === 'primitive') return Uint8Array.of(primitives.indexOf(def.name))
  if (def?.kind === 'compact') {
    const inner = innermost(metadata, def.of)
    const at = inner === undefined ? 0 : compactOf.indexOf(inner as (typeof compactOf)[number])
    if (at < 0) throw unknown('a number of another kind')
    return Uint8Array.of(inner === undefined ? nothing : compactAt + at)
  }
  const number = numbers.get(type)
  return number === undefined ? Uint8Array.of(nothing) : concat(Uint8Array.of(inTable), compactBytes(number))
}

/** The plain type that others only wrap; undefined for nothing. */
function innermost(metadata: Metadata, type: number): string | undefined {
  const def = metadata.types.get(type)
  if (def?.kind === 'primitive') return def.name
  const inner = def?.kind === 'composite' || def?.kind === 'tuple' ? withinType(def) : undefined
  if (!inner || inner.length > 1) throw unknown('a number of another kind')
  return inner[0] === undefined ? undefined : innermost(metadata, inner[0])
}

/** A type as the table has it; one of several has an entry for each. */
function entriesOf(
  metadata: Metadata,
  type: number,
  number: number,
  refer: (type: number) => Uint8Array,
): readonly Uint8Array[] {
  const def = metadata.types.get(type)!
  const path = def.kind === 'composite' || def.kind === 'variant' ? def.path : []
  const fields = (of: readonly Field[]) =>
    list(of, (field) => concat(optional(field.name), refer(field.type), optional(field.typeName)))
  const entry = (kind: number, ...parts: readonly Uint8Array[]) =>
    concat(list(path, text), Uint8Array.of(kind), ...parts, compactBytes(number))
  switch (def.kind) {
    case 'composite':
      return [entry(0, fields(def.fields))]
    case 'variant':
      return [...def.variants]
        .sort((a, b) => a.index - b.index)
        .map((variant) => entry(1, text(variant.name), fields(variant.fields), compactBytes(variant.index)))
    case 'sequence':
      return [entry(2, refer(def.of))]
    case 'array':
      return [entry(3, uintBytes(BigInt(def.length), 4), refer(def.of))]
    case 'tuple':
      return [entry(4, list(def.of, refer))]
    case 'bits': {
      const order = metadata.types.get(def.order)
      const name = order?.kind === 'composite' ? order.path.at(-1) : undefined
      const store = storeBytes[innermost(metadata, def.store) ?? '']
      if (store === undefined || (name !== 'Lsb0' && name !== 'Msb0')) throw unknown('bits of another kind')
      return [entry(5, Uint8Array.of(store, name === 'Lsb0' ? 1 : 0))]
    }
    default:
      throw unknown('a plain type in the table')
  }
}

/** The root of a tree of hashes in which only the last level may be incomplete. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return new Uint8Array(32)
  const inner = leaves.length - 1
  const nodes: Uint8Array[] = []
  for (const [at, leaf] of leaves.entries()) nodes[inner + at] = blake3(leaf)
  for (let at = inner - 1; at >= 0; at--) nodes[at] = blake3(concat(nodes[2 * at + 1]!, nodes[2 * at + 2]!))
  return nodes[0]!
}

const unknown = (what: string): KitError =>
  new KitError('version_unsupported', { message: `This network’s description has ${what}` })
