import { bytesOfHex, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { keccak_256 } from '@noble/hashes/sha3.js'

export type TypedField = { name: string; type: string }
export type TypedData = {
  types: Readonly<Record<string, readonly TypedField[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

const deepest = 20
const domainFields: readonly TypedField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Hashes typed data (EIP-712). Rejects a value that does not fit its type, instead of rounding or cutting it: a person must sign exactly what
 * the screen shows. Fields without a type are neither signed nor shown.
 */
export function hashTypedData({ types, primaryType, domain, message }: TypedData): Uint8Array {
  assertNames(types)
  const named = domainFields.filter(({ name }) => domain[name] !== undefined)
  const known = { EIP712Domain: types.EIP712Domain ?? named }
  const all = { ...types, ...known }
  const domainHash = hashStruct('EIP712Domain', domain, all, 0)
  const parts = primaryType === 'EIP712Domain' ? [] : [hashStruct(primaryType, message, all, 0)]
  return keccak_256(joinBytes(Uint8Array.of(0x19, 0x01), domainHash, ...parts))
}

type Types = TypedData['types']

/** A Solidity identifier; a type may have one prefix, as some exchanges use. */
const fieldName = /^[A-Za-z_$][\w$]{0,99}$/
const typeName = /^[A-Za-z_$][\w$]{0,99}(?::[A-Za-z_$][\w$]{0,99})?$/
const builtIn = /^(?:address|bool|string|bytes\d{0,3}|u?int\d{0,3})$/

/** Rejects names that are not identifiers: brackets, commas or invisible characters could make two different types hash alike. */
function assertNames(types: Types): void {
  for (const [type, fields] of Object.entries(types)) {
    if (!typeName.test(type) || builtIn.test(type)) throw misnamed('type', type)
    const seen = new Set<string>()
    for (const { name, type: of } of fields) {
      if (!fieldName.test(name) || seen.has(name)) throw misnamed('field', `${type}.${name}`)
      if (!typeName.test(of.replace(/(?:\[\d{0,9}\])+$/, ''))) throw misnamed('type', of)
      seen.add(name)
    }
  }
}

const misnamed = (what: 'type' | 'field', name: string) =>
  new KitError('invalid_input', {
    message: `EIP-712: ${JSON.stringify(name.slice(0, 60))} is not a valid ${what} name`,
  })

function hashStruct(type: string, value: unknown, types: Types, depth: number): Uint8Array {
  const fields = fieldsOf(type, types)
  if (depth > deepest || typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit(type)
  const record = value as Record<string, unknown>
  const words = fields.map((field) => encode(field.type, record[field.name], types, depth + 1))
  return keccak_256(joinBytes(keccak_256(text(typeText(type, types))), ...words))
}

function encode(type: string, value: unknown, types: Types, depth: number): Uint8Array {
  if (depth > deepest) throw misfit(type)
  const [, inner, count] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (inner !== undefined) {
    if (!Array.isArray(value) || (count !== '' && value.length !== Number(count))) throw misfit(type)
    return keccak_256(joinBytes(...value.map((each) => encode(inner, each, types, depth + 1))))
  }
  if (Object.hasOwn(types, type)) return hashStruct(type, value, types, depth)
  if (type === 'string') {
    if (typeof value !== 'string' || !value.isWellFormed()) throw misfit(type)
    return keccak_256(text(value))
  }
  if (type === 'bytes') return keccak_256(bytesOf(type, value))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw misfit(type)
    return word(value ? 1n : 0n)
  }
  if (type === 'address') {
    const bytes = bytesOf(type, value)
    if (bytes.length !== 20) throw misfit(type)
    return joinBytes(new Uint8Array(12), bytes)
  }
  const [, size] = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type) ?? []
  if (size !== undefined) {
    const bytes = bytesOf(type, value)
    if (bytes.length !== Number(size)) throw misfit(type)
    return joinBytes(bytes, new Uint8Array(32 - bytes.length))
  }
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(type) ?? []
  if (bits !== undefined && Number(bits) % 8 === 0 && Number(bits) >= 8 && Number(bits) <= 256)
    return integer(type, value, sign === '', BigInt(bits))
  throw misfit(type)
}

function integer(type: string, value: unknown, isSigned: boolean, bits: bigint): Uint8Array {
  const isWritten = typeof value === 'string' && /^(-?\d+|0x[0-9a-fA-F]+)$/.test(value)
  if (!isWritten && typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw misfit(type)
  const number = BigInt(value as string)
  const [least, most] = isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n]
  if (number < least || number > most) throw misfit(type)
  return word(BigInt.asUintN(256, number))
}

function bytesOf(type: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw misfit(type)
  return bytesOfHex(value.slice(2))
}

/** Encodes a type with the types that it references, sorted by name. */
function typeText(type: string, types: Types): string {
  const held = new Set<string>()
  const visit = (name: string) => {
    for (const { type: each } of fieldsOf(name, types)) {
      const base = each.replace(/(\[\d*\])+$/, '')
      if (!Object.hasOwn(types, base) || held.has(base) || base === type) continue
      held.add(base)
      visit(base)
    }
  }
  visit(type)
  const write = (name: string) =>
    `${name}(${fieldsOf(name, types)
      .map((field) => `${field.type} ${field.name}`)
      .join(',')})`
  return [type, ...[...held].sort()].map(write).join('')
}

function fieldsOf(type: string, types: Types): readonly TypedField[] {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) throw misfit(type)
  return fields
}

const word = (value: bigint): Uint8Array => bytesOfHex(value.toString(16).padStart(64, '0'))
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const misfit = (what: string) =>
  new KitError('invalid_input', { message: `${what.slice(0, 60)} does not fit its type` })
