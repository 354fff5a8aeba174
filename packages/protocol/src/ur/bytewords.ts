import { isSameBytes, joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { crc32, uint32Bytes } from './crc32.ts'

/** First and last letters of the 256 bytewords (BCR-2020-012), in order: unique, and all that the minimal form has. */
const pairs =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeo' +
  'eeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyio' +
  'isinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnynd' +
  'nsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsbsfsntotk' +
  'titttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm'

const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [pairs.slice(2 * byte, 2 * byte + 2), byte]))

/** Bytes with their checksum as minimal bytewords. */
export function encodeBytewords(bytes: Uint8Array): string {
  let text = ''
  for (const byte of joinBytes(bytes, uint32Bytes(crc32(bytes)))) text += pairs.slice(2 * byte, 2 * byte + 2)
  return text
}

/** The bytes of minimal bytewords in lower case; throws if a letter or the checksum is wrong. */
export function decodeBytewords(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1)
  if (text.length % 2 !== 0 || bytes.length < 5) throw invalid()
  for (let at = 0; at < bytes.length; at++) {
    const byte = byteOf.get(text.slice(2 * at, 2 * at + 2))
    if (byte === undefined) throw invalid()
    bytes[at] = byte
  }
  const body = bytes.subarray(0, -4)
  if (!isSameBytes(bytes.subarray(-4), uint32Bytes(crc32(body)))) throw invalid()
  return body
}

const invalid = () => new KitError('invalid_input', { message: 'Invalid bytewords' })
