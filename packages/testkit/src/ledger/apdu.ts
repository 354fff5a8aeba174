import { joinBytes } from '@billfold/protocol/bytes'

/** A command to the device. */
export type Apdu = { cla: number; ins: number; p1: number; p2: number; data: Uint8Array }

/** The status words that the simulated apps respond with. */
export const status = {
  ok: 0x9000,
  locked: 0x5515,
  openRejected: 0x5501,
  appMissing: 0x6807,
  rejected: 0x6985,
  invalidData: 0x6a80,
  blindSigningOff: 0x6808,
  interrupted: 0xe000,
  unknownInstruction: 0x6d00,
  unknownClass: 0x6e00,
} as const

/** A response that is not success. */
export class DeviceStatus extends Error {
  readonly word: number
  constructor(word: number) {
    super(`Status ${word.toString(16)}`)
    this.word = word
  }
}

export function readApdu(bytes: Uint8Array): Apdu {
  const [cla = 0, ins = 0, p1 = 0, p2 = 0, length = 0] = bytes
  const data = bytes.slice(5)
  if (data.length !== length) throw new Error(`The command has ${data.length} bytes, but says ${length}`)
  return { cla, ins, p1, p2, data }
}

export const writeResponse = (data: Uint8Array, word: number): Uint8Array =>
  joinBytes(data, Uint8Array.of(word >> 8, word & 255))

/** Reads a command's fields one after another. */
export function createFieldReader(bytes: Uint8Array) {
  let at = 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new DeviceStatus(status.invalidData)
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  const word = (): number => {
    take(4)
    return view.getUint32(at - 4)
  }
  const size = (): number => {
    const first = byte()
    if (first < 253) return first
    return take(first === 253 ? 2 : 4).reduceRight((sum, next) => sum * 256 + next, 0)
  }
  return {
    take,
    byte,
    word,
    /** A Bitcoin variable-length number. */
    size,
    text: (length: number) => new TextDecoder().decode(take(length)),
    path: () => Array.from({ length: byte() }, word),
    rest: () => take(bytes.length - at),
    isAtEnd: () => at === bytes.length,
  }
}
