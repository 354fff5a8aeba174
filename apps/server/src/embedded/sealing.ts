import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'

/**
 * The context that sealed bytes are bound to: their kind, then their owner. They open only in the same context, so that
 * no row can be passed off as another's.
 */
export type Bound = readonly [what: string, ...whose: (string | number)[]]

const version = 1
const idLength = 4
const nonceLength = 12
const tagLength = 16

/** Seals bytes with AES-256-GCM; the key's id is the prefix, so that keys can change. */
export function seal(key: Buffer, bound: Bound, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(words(bound))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(version), idOf(key), nonce, sealed, cipher.getAuthTag()])
}

/** Opens bytes of `seal` with one of these keys. */
export function open(keys: readonly Buffer[], bound: Bound, sealed: Buffer): Buffer {
  const id = sealed.subarray(1, 1 + idLength)
  const key = sealed[0] === version ? keys.find((each) => idOf(each).equals(id)) : undefined
  if (!key || sealed.length < 1 + idLength + nonceLength + tagLength) throw new KitError('internal')
  const nonce = sealed.subarray(1 + idLength, 1 + idLength + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(words(bound)).setAuthTag(sealed.subarray(-tagLength))
  const body = sealed.subarray(1 + idLength + nonceLength, -tagLength)
  return Buffer.concat([decipher.update(body), decipher.final()])
}

const words = (bound: Bound): Buffer => Buffer.from(JSON.stringify([`${bound[0]}-v${version}`, ...bound.slice(1)]))
const idOf = (key: Buffer): Buffer => createHash('sha256').update('key-id').update(key).digest().subarray(0, idLength)
