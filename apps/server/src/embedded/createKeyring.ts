import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './readSecrets.ts'
import { type Bound, open, seal } from './sealing.ts'

/** The operations that the operator's secrets are used for. */
export type Keyring = ReturnType<typeof createKeyring>

/** Wraps the secrets in the operations that use them; each has its own key, derived from the pepper. */
export function createKeyring({ sealKeys, pepper }: Pick<Secrets, 'sealKeys' | 'pepper'>) {
  const hashed = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', pepper, '', `embedded-${purpose}-v1`, 32))
    return (...parts: (string | number)[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  }
  const sealBytes = (bound: Bound, bytes: Uint8Array) => seal(sealKeys[0]!, bound, bytes)
  const openBytes = (bound: Bound, sealed: Buffer) => open(sealKeys, bound, sealed)
  return {
    sealText: (bound: Bound, text: string): Buffer => sealBytes(bound, Buffer.from(text)),
    openText: (bound: Bound, sealed: Buffer): string => openBytes(bound, sealed).toString(),
    /** A new key for one person's shares, sealed: they open only with it and ours. */
    newUserKey: (userId: string): Buffer => sealBytes(['user-key', userId], randomBytes(32)),
    openUserKey: (userId: string, sealed: Buffer): Buffer => openBytes(['user-key', userId], sealed),
    /** Lookup key for an identity that does not reveal it. */
    nameIndex: hashed('name'),
    clientIndex: hashed('client'),
    codeHash: hashed('code'),
    auditHash: hashed('audit'),
  }
}
