import { joinBytes } from '@billfold/protocol/bytes'
import { bytesToBigInt, bytesToHex, hexToBytes } from 'viem'
import { hashStruct } from 'viem/utils'
import { createFieldReader, DeviceStatus, status } from './apdu.ts'

type Field = { name: string; base: string; levels: readonly (number | undefined)[] }
type Types = ReadonlyMap<string, readonly Field[]>
type Step = { kind: 'array'; length: number } | { kind: 'value'; bytes: Uint8Array }
export type TypedRoot = { name: string; steps: Step[] }

const baseTypes = ['', 'int', 'uint', 'address', 'bool', 'string', 'bytes', 'bytes']

/** Collects the definitions and values of typed data, as the Ethereum app does (EIP-712, full implementation). */
export function createTypedDataReader() {
  const types = new Map<string, Field[]>()
  const roots: TypedRoot[] = []
  let current: Field[] = []
  let partial: Uint8Array[] = []
  return {
    types: (): Types => types,
    roots: (): readonly TypedRoot[] => roots,
    define(p2: number, data: Uint8Array) {
      if (p2 === 0) {
        current = []
        types.set(new TextDecoder().decode(data), current)
      } else current.push(readField(data))
    },
    implement(p1: number, p2: number, data: Uint8Array) {
      if (p2 === 0) roots.push({ name: new TextDecoder().decode(data), steps: [] })
      else if (p2 === 0x0f) roots.at(-1)?.steps.push({ kind: 'array', length: data[0] ?? 0 })
      else {
        partial.push(data)
        if (p1 === 1) return
        const whole = joinBytes(...partial)
        partial = []
        const length = (whole[0] ?? 0) * 256 + (whole[1] ?? 0)
        const bytes = whole.slice(2)
        if (bytes.length !== length) throw new DeviceStatus(status.invalidData)
        roots.at(-1)?.steps.push({ kind: 'value', bytes })
      }
    },
  }
}

function readField(data: Uint8Array): Field {
  const read = createFieldReader(data)
  const description = read.byte()
  const kind = description & 15
  const named = kind === 0 ? read.text(read.byte()) : (baseTypes[kind] ?? '')
  const size = description & 0x40 ? read.byte() : undefined
  const base = size === undefined ? named : `${named}${kind === 6 ? size : size * 8}`
  const levels =
    description & 0x80 ? Array.from({ length: read.byte() }, () => (read.byte() ? read.byte() : undefined)) : []
  return { base, levels, name: read.text(read.byte()) }
}

/** The two hashes that are signed, and the values that the screen shows. */
export function hashTypedRoots(types: Types, [domain, message]: readonly TypedRoot[]) {
  if (!domain || !message) throw new DeviceStatus(status.invalidData)
  const lines: string[] = []
  const named = Object.fromEntries(
    [...types].map(([name, fields]) => [
      name,
      fields.map((field) => ({
        name: field.name,
        type: field.base + field.levels.map((length) => `[${length ?? ''}]`).join(''),
      })),
    ]),
  )
  const readRoot = ({ name, steps }: TypedRoot) => {
    let at = 0
    const readOne = (base: string): unknown => {
      if (types.has(base)) return readStruct(base)
      const step = steps[at++]
      if (step?.kind !== 'value') throw new DeviceStatus(status.invalidData)
      const value = decode(base, step.bytes)
      lines.push(String(value))
      return value
    }
    const readLevels = (base: string, levels: Field['levels']): unknown => {
      if (levels.length === 0) return readOne(base)
      const step = steps[at++]
      if (step?.kind !== 'array') throw new DeviceStatus(status.invalidData)
      return Array.from({ length: step.length }, () => readLevels(base, levels.slice(0, -1)))
    }
    const readStruct = (struct: string): Record<string, unknown> =>
      Object.fromEntries((types.get(struct) ?? []).map((field) => [field.name, readLevels(field.base, field.levels)]))
    return readStruct(name)
  }
  const domainHash = hashStruct({ data: readRoot(domain), primaryType: domain.name, types: named })
  const messageHash = hashStruct({ data: readRoot(message), primaryType: message.name, types: named })
  return { domain: hexToBytes(domainHash), message: hexToBytes(messageHash), lines }
}

function decode(base: string, bytes: Uint8Array): unknown {
  if (base === 'string') return new TextDecoder().decode(bytes)
  if (base === 'bool') return bytes.at(-1) === 1
  if (base.startsWith('uint')) return bytes.length ? bytesToBigInt(bytes) : 0n
  if (base.startsWith('int')) return bytes.length ? BigInt.asIntN(8 * bytes.length, bytesToBigInt(bytes)) : 0n
  return bytesToHex(bytes)
}
