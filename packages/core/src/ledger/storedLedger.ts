import type { Namespace } from '@billfold/protocol/caip'
import * as z from 'zod/mini'
import type { Storage } from '../ports/storage.ts'
import type { LedgerAccount } from './ledgerFamily.ts'

const account = z.object({
  address: z.string().check(z.maxLength(100)),
  path: z.string().check(z.regex(/^\d+'?(\/\d+'?){1,5}$/)),
  type: z.enum(['eoa', 'payment', 'ordinal']),
  publicKey: z.optional(z.string().check(z.regex(/^[0-9a-f]{64,66}$/))),
})
const keyOf = (namespace: Namespace) => `billfold.ledger.${namespace}`

/** The chosen account of a family: a returning visitor needs the device only to sign. */
export function readStoredAccount(storage: Storage, namespace: Namespace): LedgerAccount | undefined {
  try {
    const read = z.safeParse(account, JSON.parse(storage.get(keyOf(namespace)) ?? 'null'))
    return read.success ? (read.data as LedgerAccount) : undefined
  } catch {
    return undefined // not JSON: whatever wrote it, it is no account
  }
}

export const storeAccount = (storage: Storage, namespace: Namespace, chosen: LedgerAccount | undefined): void =>
  storage.set(keyOf(namespace), chosen && JSON.stringify(chosen))
