import type { Hex } from './indexRows.ts'

const wordLength = 64

/** The 32-byte words of ABI-encoded data; undefined when it is not made of whole words. */
export function toWords(data: Hex): string[] | undefined {
  const digits = data.slice(2)
  if (digits.length % wordLength !== 0) return undefined
  const words: string[] = []
  for (let i = 0; i < digits.length; i += wordLength) words.push(digits.slice(i, i + wordLength))
  return words
}

/** A word or topic as an address; undefined when its first 12 bytes are not empty. */
export function toAddress(word: string | undefined): Hex | undefined {
  const digits = word?.replace(/^0x/, '')
  if (digits?.length !== wordLength || !/^0{24}/.test(digits)) return undefined
  return `0x${digits.slice(24)}`
}

/** A word or topic as an unsigned number. */
export function toUint(word: string | undefined): bigint | undefined {
  return word ? BigInt(word.startsWith('0x') ? word : `0x${word}`) : undefined
}

/** A word as a signed number. */
export function toInt(word: string | undefined): bigint | undefined {
  const value = toUint(word)
  return value === undefined ? undefined : BigInt.asIntN(256, value)
}

/** The array of numbers whose offset stands in the word at `at`; undefined when it leaves the data or is too long. */
export function toUints(words: string[], at: number, most: number): bigint[] | undefined {
  const offset = toUint(words[at])
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return undefined
  const start = Number(offset / 32n)
  const length = toUint(words[start])
  if (length === undefined || length > BigInt(most) || start + 1 + Number(length) > words.length) return undefined
  return words.slice(start + 1, start + 1 + Number(length)).map((word) => BigInt(`0x${word}`))
}

/** Decodes a contract's `name()` or `symbol()`: a string, or 32 bytes padded with zeros as in the oldest tokens. */
export function toText(data: Hex): string | undefined {
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (bytes.length === 32) return bytes.subarray(0, bytes.indexOf(0) < 0 ? 32 : bytes.indexOf(0)).toString('utf8')
  if (bytes.length < 64) return undefined
  const offset = BigInt(`0x${bytes.subarray(0, 32).toString('hex')}`)
  if (offset > BigInt(bytes.length - 32)) return undefined
  const start = Number(offset)
  const length = BigInt(`0x${bytes.subarray(start, start + 32).toString('hex')}`)
  if (length > BigInt(bytes.length - start - 32)) return undefined
  return bytes.subarray(start + 32, start + 32 + Number(length)).toString('utf8')
}
