import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import { type Cbor, readCbor } from './readCbor.ts'

/** What an authenticator says of itself and, where it has just made a passkey, of that. */
export type AuthenticatorData = {
  rpIdHash: Buffer
  isPresent: boolean
  isVerified: boolean
  signCount: number
  made?: { credentialId: Buffer /** As DER. */; publicKey: Buffer } | undefined
}

const flag = { present: 1, verified: 4, mayBackUp: 8, isBackedUp: 16, made: 64, extended: 128 }
const headLength = 37

/** Reads authenticator data (WebAuthn Level 3, §6.1) to its last byte. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < headLength) throw unreadable()
  const flags = bytes[32]!
  const has = (bit: number) => (flags & bit) !== 0
  if (has(flag.isBackedUp) && !has(flag.mayBackUp)) throw unreadable()
  let at = headLength
  let made: AuthenticatorData['made']
  if (has(flag.made)) {
    const idAt = at + 18
    if (bytes.length < idAt) throw unreadable()
    const length = bytes.readUInt16BE(idAt - 2)
    if (length === 0 || length > 1023 || bytes.length < idAt + length) throw unreadable()
    const { value, end } = readCbor(bytes, idAt + length)
    made = { credentialId: bytes.subarray(idAt, idAt + length), publicKey: readKey(value) }
    at = end
  }
  if (has(flag.extended)) {
    const { value, end } = readCbor(bytes, at)
    if (!(value instanceof Map)) throw unreadable()
    at = end
  }
  if (at !== bytes.length) throw unreadable()
  return {
    rpIdHash: bytes.subarray(0, 32),
    isPresent: has(flag.present),
    isVerified: has(flag.verified),
    signCount: bytes.readUInt32BE(33),
    made,
  }
}

/** A COSE key (RFC 9053) as DER: ES256, which every authenticator has, or RS256, which some of Windows' have alone. Others are refused by name. */
function readKey(cose: Cbor): Buffer {
  if (!(cose instanceof Map)) throw unreadable()
  const kind = [cose.get(1), cose.get(3)].join()
  const part = (label: number, isLong: (length: number) => boolean): string => {
    const bytes = cose.get(label)
    if (!Buffer.isBuffer(bytes) || !isLong(bytes.length)) throw unreadable()
    return bytes.toString('base64url')
  }
  if (kind === '2,-7' && cose.get(-1) === 1) {
    const [x, y] = [part(-2, (length) => length === 32), part(-3, (length) => length === 32)]
    return writeKey({ kty: 'EC', crv: 'P-256', x, y })
  }
  if (kind === '3,-257') {
    const n = part(-1, (length) => length >= 256 && length <= 512)
    return writeKey({ kty: 'RSA', n, e: part(-2, (length) => length === 3) })
  }
  throw new KitError('invalid_input', { message: 'Only passkeys that sign with ES256 or RS256 are accepted.' })
}

/** Refused where it is none, such as a point that is not on the curve. */
function writeKey(key: JsonWebKey): Buffer {
  try {
    return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  } catch {
    throw unreadable()
  }
}

const unreadable = () => new KitError('invalid_input', { message: 'The passkey’s response is malformed.' })
