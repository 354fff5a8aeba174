import { sha256 } from '@noble/hashes/sha2.js'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [hashLength, pairingLength] = [12, 4]

/** Letters that this device draws and that no server hears: what another device seals for it is bound to them. */
export const newPairing = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(pairingLength)), (byte) => letters[byte & 31]).join('')

/**
 * A device's key as people carry it to another device: sixty bits of a hash, and the device's own letters. A server that wants its own key let in
 * would have to find one with the same code while the person types; one that wants the device to open a wallet of its making, to guess the letters.
 */
export function deviceCodeOf(sealKey: string, pairing: string): string {
  const hash = sha256(new TextEncoder().encode(`device-code-v2:${sealKey}:${pairing}`))
  return Array.from({ length: hashLength }, (_, at) => letters[hash[at]! & 31]).join('') + pairing
}

/** The device's own letters of a code. */
export const pairingOf = (code: string): string => code.slice(hashLength)

/** A code as someone typed it: letters that look like digits are those digits. */
export const readDeviceCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
