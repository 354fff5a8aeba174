import { createHmac, hkdfSync } from 'node:crypto'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { addressKey } from '@billfold/protocol/sameAddress'
import { type Bound, open, seal } from '../embedded/sealing.ts'

/** The operator's secrets for sign-in: sealing keys, newest first, and the key of account lookups. */
export type AuthSecrets = { sealKeys: Buffer[]; pepper: Buffer }
export type AuthKeyring = ReturnType<typeof createAuthKeyring>

/** Wraps the secrets in the operations that use them. */
export function createAuthKeyring({ sealKeys, pepper }: AuthSecrets) {
  const hashed = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', pepper, '', `auth-${purpose}-v1`, 32))
    return (...parts: string[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  }
  const [accountHash, addressHash, ownerHash] = [hashed('account'), hashed('address'), hashed('owner')]
  return {
    seal: (bound: Bound, bytes: Uint8Array): Buffer => seal(sealKeys[0]!, bound, bytes),
    open: (bound: Bound, sealed: Buffer): Buffer => open(sealKeys, bound, sealed),
    /** Lookup key for an account that does not reveal it. */
    accountIndex: (chainId: CaipNetworkId, address: string): Buffer =>
      accountHash(chainId, addressKey(chainId, address)),
    /** Lookup key of an address on every chain of its family. */
    addressIndex: (chainId: CaipNetworkId, address: string): Buffer =>
      addressHash(chainId.split(':')[0]!, addressKey(chainId, address)),
    /** Lookup key of a signer: a key on every chain of its family, a contract on its own chain only. */
    ownerIndex: (chainId: CaipNetworkId, address: string, isContract: boolean): Buffer =>
      ownerHash(isContract ? chainId : chainId.split(':')[0]!, addressKey(chainId, address)),
  }
}
