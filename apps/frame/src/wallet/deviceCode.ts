import { sha256 } from '@noble/hashes/sha2.js'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/**
 * A device's key as people carry it to another device: sixty bits of its hash. A server that wants its own key let in would have to find one with
 * the same code while the person types.
 */
export function deviceCodeOf(sealKey: string): string {
  const hash = sha256(new TextEncoder().encode(`device-code-v1:${sealKey}`))
  return Array.from({ length }, (_, at) => letters[hash[at]! & 31]).join('')
}

/** A code as someone typed it: letters that look like digits are those digits. */
export const readDeviceCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
