import { cleanText } from '../cleanText.ts'
import { type Cbor, type CborMap, CborTag, decodeCbor } from './cbor.ts'
import { CodeError } from './codeError.ts'
import { isFingerprint, type PathStep, readKeyPath } from './keyPath.ts'
import { readBytes, readMap, untag } from './readCbor.ts'
import type { Ur } from './urDecoder.ts'

/** A public key that a device shares. */
export type DeviceKey = {
  /** Compressed secp256k1 (33 bytes) or ed25519 (32). */
  key: Uint8Array
  chainCode?: Uint8Array
  /** The key's own path from the master key. */
  path: readonly number[]
  /** Accounts below the key, as the device derives them; `*` is the account's index. */
  children?: readonly PathStep[]
}
/** Accounts of a device: its master key's fingerprint identifies it in every request. */
export type DeviceAccounts = { fingerprint: number; keys: readonly DeviceKey[]; name?: string }

const maxKeys = 64
const hdKeyTypes = ['crypto-hdkey', 'hdkey']
const accountTypes = ['crypto-account', 'account-descriptor']

/** Parses an account code; throws a sentence for the visitor if it is another code. */
export function readDeviceAccounts({ type, message }: Ur): DeviceAccounts {
  if (hdKeyTypes.includes(type)) {
    const map = readAccountMap(message)
    const fingerprint = readKeyPath(map.get(6))?.fingerprint
    return toAccounts(fingerprint, [readKey(map)], map.get(9))
  }
  const isAccount = accountTypes.includes(type)
  if (!isAccount && type !== 'crypto-multi-accounts') throw new CodeError('not_accounts')
  const map = readAccountMap(message)
  const list = map.get(2)
  if (!Array.isArray(list) || list.length > maxKeys) throw new CodeError('invalid')
  return toAccounts(
    map.get(1),
    (list as Cbor[]).map((one) => (isAccount ? descriptorKey(one) : readKey(untag(one)))),
    isAccount ? undefined : map.get(3),
  )
}

function toAccounts(fingerprint: unknown, list: readonly (DeviceKey | undefined)[], label: unknown): DeviceAccounts {
  const keys = list.filter((key) => key !== undefined)
  if (!isFingerprint(fingerprint) || keys.length === 0) throw new CodeError('invalid')
  const name = typeof label === 'string' ? cleanText(label, maxName) : ''
  return { fingerprint, keys, ...(name ? { name } : {}) }
}

/** The key of an output descriptor of one key; undefined for scripts of several, which are no accounts of a person. */
function descriptorKey(value: Cbor): DeviceKey | undefined {
  const inner = untag(value)
  if (!(value instanceof CborTag) || !(inner instanceof Map) || !inner.has(3)) return undefined
  return readKey(inner)
}

/** A `crypto-hdkey`; undefined if it lacks what an account needs. */
function readKey(value: Cbor): DeviceKey | undefined {
  const map = readMap(value)
  if (map.get(1) === true || map.get(2) === true) throw new CodeError('private_key')
  const path = readKeyPath(map.get(6))?.steps
  const key = readBytes(map.get(3), 32, 33)
  if (!key || !path || path.length === 0 || !path.every((step) => step !== '*')) return undefined
  const chainCode = readBytes(map.get(4), 32)
  const children = readKeyPath(map.get(7))?.steps
  return { key, path, ...(chainCode ? { chainCode } : {}), ...(children?.length ? { children } : {}) }
}

const maxName = 40

function readAccountMap(message: Uint8Array): CborMap {
  try {
    return readMap(untag(decodeCbor(message)))
  } catch {
    throw new CodeError('invalid')
  }
}
