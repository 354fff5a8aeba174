import { KitError } from '@billfold/protocol/error'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Crockford's letters: none of them is taken for another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 26
const purpose = new TextEncoder().encode('recovery-code-v1')

/** A code to write down: 130 random bits in groups of five, the last of six. */
export function newRecoveryCode(): string {
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte & 31]!).join('')
  return drawn.replace(/(.{5})(?=.{6})/g, '$1-')
}

/** A code as it was typed, in the one spelling: capitals, no spaces or lines, and the letters that are misread put right. */
export function readRecoveryCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== length || [...code].some((letter) => !letters.includes(letter)))
    throw new KitError('invalid_input', { message: 'A recovery code has 26 letters and digits' })
  return code
}

/** The 32 bytes that a code stands for, as a passkey has its own. */
export const secretOfCode = (typed: string): Uint8Array =>
  hkdf(sha256, new TextEncoder().encode(readRecoveryCode(typed)), undefined, purpose, 32)
