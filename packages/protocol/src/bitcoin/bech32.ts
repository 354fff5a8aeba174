import { KitError } from '../error.ts'

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const
/** The checksum of a valid text, by its encoding (BIP-173, BIP-350). */
const checks = { bech32: 1, bech32m: 0x2bc830a3 } as const

export type Bech32 = { kind: keyof typeof checks; prefix: string; words: readonly number[] }

function checkOf(words: readonly number[]): number {
  let check = 1
  for (const word of words) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ word
    for (const [bit, part] of generator.entries()) if ((top >> bit) & 1) check ^= part
  }
  return check >>> 0
}

const spread = (prefix: string): number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

/** Writes five-bit words with their prefix and check letters. */
export function encodeBech32({ kind, prefix, words }: Bech32): string {
  const check = checkOf([...spread(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ checks[kind]
  const letters = [...words, ...[25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31)]
  return `${prefix}1${letters.map((word) => alphabet[word]).join('')}`
}

/** Reads a bech32 or bech32m text of at most 90 letters, in one case throughout; throws if the checksum is wrong. */
export function decodeBech32(text: string): Bech32 {
  const plain = text.toLowerCase()
  const end = plain.lastIndexOf('1')
  const isOneCase = text === plain || text === text.toUpperCase()
  const [prefix, letters] = [plain.slice(0, end), plain.slice(end + 1)]
  const words = [...letters].map((letter) => alphabet.indexOf(letter))
  const isWritten = text.length <= 90 && isOneCase && end > 0 && letters.length >= 6 && !words.includes(-1)
  const check = isWritten && /^[!-~]+$/.test(prefix) ? checkOf([...spread(prefix), ...words]) : 0
  const kind = (['bech32', 'bech32m'] as const).find((each) => checks[each] === check)
  if (!kind) throw new KitError('invalid_input', { message: 'Not a bech32 text' })
  return { kind, prefix, words: words.slice(0, -6) }
}

/** Bytes as five-bit words, the last filled up with zeros. */
export function wordsOf(bytes: Uint8Array): number[] {
  const words: number[] = []
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held & 31) << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) words.push((held >>> (bits - 5)) & 31)
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31)
  return words
}

/** The bytes of five-bit words; throws if the rest is more than padding. */
export function bytesOfWords(words: readonly number[]): Uint8Array {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const word of words) {
    held = ((held & 255) << 5) | word
    bits += 5
    if (bits >= 8) bytes.push((held >>> (bits -= 8)) & 255)
  }
  if (bits >= 5 || (held & ((1 << bits) - 1)) !== 0) throw new KitError('invalid_input', { message: 'Not whole bytes' })
  return Uint8Array.from(bytes)
}
