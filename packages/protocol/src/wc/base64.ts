import { KitError } from '../error.ts'

/** Bytes as padded base64, the alphabet of envelopes. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // One call with every byte as its argument would overflow the stack on a large message.
  for (let i = 0; i < bytes.length; i += 8_192) binary += String.fromCharCode(...bytes.subarray(i, i + 8_192))
  return btoa(binary)
}

/** The bytes of padded base64. Only the one canonical spelling is taken, so a message has one hash. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw notBase64()
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  const tail = bytes.length % 3
  if (tail > 0 && encodeBase64(bytes.subarray(-tail)) !== text.slice(-4)) throw notBase64()
  return bytes
}

/** Bytes as unpadded base64url, the alphabet of JSON web tokens. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes of unpadded base64url. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw notBase64()
  return decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4))
}

const notBase64 = () => new KitError('invalid_input', { message: 'Not a base64 text' })
