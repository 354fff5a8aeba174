import { KitError } from './error.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** For a message to be signed, which is longer than a transaction: the page that asks waits for as long as it takes. */
export const messageLimit = { most: 100_000 }

/** Bytes as Bitcoin and Solana write them. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += digits[i]! << 8
      digits[i] = carry % 58
      carry = (carry / 58) | 0
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58)
  }
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  return (
    '1'.repeat(zeros) +
    digits
      .reverse()
      .map((d) => alphabet[d])
      .join('')
  )
}

/**
 * The bytes of a base58 text; throws on a letter outside its alphabet. Its work grows with the square of the text, so
 * by default it accepts no more letters than a Solana transaction has.
 */
export function decodeBase58(text: string, { most } = { most: 2_000 }): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  if (text.length > most) throw new KitError('invalid_input', { message: 'The base58 text is too long' })
  for (const letter of text) {
    let carry = alphabet.indexOf(letter)
    if (carry < 0) throw new KitError('invalid_input', { message: 'Not a base58 text' })
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58
      bytes[i] = carry & 255
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 255)
  }
  let zeros = 0
  while (zeros < text.length && text[zeros] === '1') zeros++
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()])
}
