import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import type { Command } from './openDevice.ts'

export type TypedField = { name: string; type: string }
export type TypedData = {
  types: Readonly<Record<string, readonly TypedField[]>>
  domain: Readonly<Record<string, unknown>>
  primaryType: string
  message: Readonly<Record<string, unknown>>
}

type Part = Omit<Command, 'cla'>

const [define, implement] = [0x1a, 0x1c]
const [structName, arrayLevel, field] = [0x00, 0x0f, 0xff]
const maxData = 255
const kinds = { custom: 0, int: 1, uint: 2, address: 3, bool: 4, string: 5, fixedBytes: 6, bytes: 7 } as const

const encode = (text: string) => new TextEncoder().encode(text)
const sized = (bytes: Uint8Array) => joinBytes(Uint8Array.of(bytes.length), bytes)

/** The commands that tell the app the types, then the values of the domain and of the message. */
export function writeTypedData({ types, domain, primaryType, message }: TypedData): Part[] {
  const parts: Part[] = []
  // The app's own client sends the types in the order of their names.
  for (const [name, fields] of Object.entries(types).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push({ ins: define, p2: structName, data: encode(name) })
    for (const each of fields) parts.push({ ins: define, p2: field, data: writeField(each, types) })
  }
  for (const [name, value] of [
    ['EIP712Domain', domain],
    [primaryType, message],
  ] as const) {
    parts.push({ ins: implement, p2: structName, data: encode(name) })
    parts.push(...writeStruct(name, value, types))
  }
  return parts
}

type Types = TypedData['types']

function parseType(type: string) {
  const [, base = '', levels = ''] = /^([^[]+)((?:\[\d*\])*)$/.exec(type) ?? []
  if (!base) throw invalid(type)
  const sizes = [...levels.matchAll(/\[(\d*)\]/g)].map(([, size]) => (size ? Number(size) : undefined))
  return { base, sizes }
}

function kindOf(base: string, types: Types): { kind: number; size?: number } {
  if (Object.hasOwn(types, base)) return { kind: kinds.custom }
  if (base === 'address' || base === 'bool' || base === 'string' || base === 'bytes') return { kind: kinds[base] }
  const [, name, digits = '256'] = /^(u?int)(\d*)$/.exec(base) ?? []
  if (name) return { kind: kinds[name as 'int' | 'uint'], size: Number(digits || 256) / 8 }
  const bytes = /^bytes(\d+)$/.exec(base)
  if (bytes) return { kind: kinds.fixedBytes, size: Number(bytes[1]) }
  throw invalid(base)
}

function writeField({ name, type }: TypedField, types: Types): Uint8Array {
  const { base, sizes } = parseType(type)
  const { kind, size } = kindOf(base, types)
  const description = kind | (sizes.length > 0 ? 0x80 : 0) | (size === undefined ? 0 : 0x40)
  return joinBytes(
    Uint8Array.of(description),
    kind === kinds.custom ? sized(encode(base)) : new Uint8Array(),
    size === undefined ? new Uint8Array() : Uint8Array.of(size),
    sizes.length > 0 ? Uint8Array.of(sizes.length) : new Uint8Array(),
    ...sizes.map((length) => (length === undefined ? Uint8Array.of(0) : Uint8Array.of(1, length))),
    sized(encode(name)),
  )
}

function writeStruct(name: string, value: unknown, types: Types): Part[] {
  const fields = types[name] ?? []
  return fields.flatMap((each) => {
    const { base, sizes } = parseType(each.type)
    return writeLevels(base, sizes, (value as Record<string, unknown> | null)?.[each.name], types)
  })
}

function writeLevels(base: string, sizes: readonly (number | undefined)[], value: unknown, types: Types): Part[] {
  if (sizes.length > 0) {
    if (!Array.isArray(value) || value.length > 255) throw invalid(base)
    const inner = sizes.slice(0, -1)
    return [
      { ins: implement, p2: arrayLevel, data: Uint8Array.of(value.length) },
      ...value.flatMap((each) => writeLevels(base, inner, each, types)),
    ]
  }
  if (Object.hasOwn(types, base)) return writeStruct(base, value, types)
  const bytes = encodeValue(base, value)
  const whole = joinBytes(Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes)
  const parts: Part[] = []
  for (let at = 0; at < whole.length; at += maxData) {
    const isLast = at + maxData >= whole.length
    parts.push({ ins: implement, p1: isLast ? 0 : 1, p2: field, data: whole.subarray(at, at + maxData) })
  }
  return parts
}

/** A value as the app reads it: numbers in as few bytes as they take, negative ones in all of theirs. */
function encodeValue(base: string, value: unknown): Uint8Array {
  if (base === 'string') return encode(String(value))
  if (base === 'bool') return Uint8Array.of(value === true || value === 'true' ? 1 : 0)
  if (base.startsWith('bytes') || base === 'address') return hexBytes(value)
  if (!['string', 'number', 'bigint'].includes(typeof value)) throw invalid(base)
  const number = BigInt(value as string)
  const bits = Number(/\d+$/.exec(base)?.[0] ?? 256)
  if (number < 0n)
    return bytesOfHex(
      BigInt.asUintN(bits, number)
        .toString(16)
        .padStart(bits / 4, '0'),
    )
  const digits = number.toString(16)
  return bytesOfHex(digits.padStart(digits.length + (digits.length % 2), '0'))
}

function hexBytes(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw invalid(String(value))
  return bytesOfHex(value.slice(2))
}

const invalid = (type: string) =>
  new KitError('invalid_input', { message: `The typed data has an invalid ${type.slice(0, 40)}` })
