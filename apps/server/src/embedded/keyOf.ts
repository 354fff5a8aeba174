import { createPrivateKey, type KeyObject } from 'node:crypto'

/** An Ed25519 key from its 32 bytes, in the envelope that Node reads (RFC 8410). */
export function keyOf(secret: Buffer): KeyObject {
  const envelope = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([envelope, secret]), format: 'der', type: 'pkcs8' })
}
