/** A call that cannot be read: it is of another shape, or points outside of itself. */
export class Unreadable extends Error {}

/** A place in a call's bytes from which its values are read, as contracts read them. */
export type Frame = {
  /** The word at a place, counted in words. */
  word(at: number): bigint
  /** An address, in small letters. What stands before its twenty bytes must be zeros: contracts differ in what they make of it else. */
  address(at: number): string
  flag(at: number): boolean
  /** The data that a word points at. */
  inside(at: number): Frame
  /** The bytes that a word points at, without `0x`. */
  bytes(at: number): string
  /** How many a word's list has, and the first of them. */
  list(at: number): { length: number; first: Frame }
}

const maxListLength = 200

/** Reads a call's bytes after its name, without `0x`. */
export function frameOf(hex: string, base = 0): Frame {
  const wordAt = (at: number) => {
    const from = (base + 32 * at) * 2
    if (from + 64 > hex.length) throw new Unreadable('It is cut off')
    return BigInt(`0x${hex.slice(from, from + 64)}`)
  }
  const small = (value: bigint) => {
    if (value > BigInt(hex.length)) throw new Unreadable('An offset points outside the data')
    return Number(value)
  }
  const inside = (at: number) => frameOf(hex, base + small(wordAt(at)))
  return {
    word: wordAt,
    address(at) {
      const value = wordAt(at)
      if (value >> 160n) throw new Unreadable('An address is too long')
      return `0x${value.toString(16).padStart(40, '0')}`
    },
    flag(at) {
      const value = wordAt(at)
      if (value > 1n) throw new Unreadable('It is not a boolean')
      return value === 1n
    },
    inside,
    bytes(at) {
      const start = base + small(wordAt(at))
      const length = small(frameOf(hex, start).word(0))
      const from = (start + 32) * 2
      if (from + length * 2 > hex.length) throw new Unreadable('It is cut off')
      return hex.slice(from, from + length * 2)
    },
    list(at) {
      const start = base + small(wordAt(at))
      const length = small(frameOf(hex, start).word(0))
      if (length > maxListLength) throw new Unreadable('It is too long')
      return { length, first: frameOf(hex, start + 32) }
    },
  }
}

/** A call's selector and arguments; throws if it is not a call. */
export function splitCall(data: string): { selector: string; rest: string } {
  if (!/^(?:0x)?(?:[0-9a-fA-F]{2}){4,}$/.test(data)) throw new Unreadable('Not a call')
  const hex = data.replace(/^0x/, '').toLowerCase()
  return { selector: hex.slice(0, 8), rest: hex.slice(8) }
}
