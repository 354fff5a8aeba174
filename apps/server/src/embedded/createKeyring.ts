import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './readSecrets.ts'
import { type Bound, open, seal } from './sealing.ts'

/** What the operator's secrets are used for, and nothing else of them. */
export type Keyring = ReturnType<typeof createKeyring>

/** The secrets as the few things that are done with them; each has a key of its own, drawn from the pepper. */
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
    /** A new key for one person's shares, sealed: without it, and without ours, they do not open. */
    newUserKey: (userId: string): Buffer => sealBytes(['user-key', userId], randomBytes(32)),
    openUserKey: (userId: string, sealed: Buffer): Buffer => openBytes(['user-key', userId], sealed),
    /** How an identity is found again without its being told. */
    nameIndex: hashed('name'),
    clientIndex: hashed('client'),
    codeHash: hashed('code'),
    auditHash: hashed('audit'),
  }
}
