import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import type { Namespace } from '@billfold/protocol/caip'
import { type DerivedAccount, deriveAccounts } from '@billfold/protocol/ur/deriveAccounts'
import type { DeviceAccounts, DeviceKey } from '@billfold/protocol/ur/deviceAccounts'
import { isFingerprint, parsePath, pathText } from '@billfold/protocol/ur/keyPath'
import * as z from 'zod/mini'
import type { Storage } from '../ports/storage.ts'

/** The chosen account of a family, and the device's fingerprint. */
export type ChosenAccount = DerivedAccount & { fingerprint: number; device: DeviceKey }
type Realm = Parameters<typeof deriveAccounts>[1]['realm']

const storageKey = '@billfold/qr-signer'
const hex = z.string().check(z.regex(/^([0-9a-f]{2}){32,33}$/))
const path = z.string().check(z.maxLength(120))
const stored = z.object({
  fingerprint: z.number(),
  key: hex,
  chainCode: z.optional(hex),
  keyPath: path,
  children: z.optional(path),
  index: z.int().check(z.nonnegative(), z.lt(0x80000000)),
  realm: z.optional(z.enum(['main', 'test', 'regtest'])),
})
const families = z.partialRecord(z.enum(['eip155', 'solana', 'bip122']), stored)

/** Public keys of chosen accounts, in the visitor's browser: enough to reconnect without the device. */
export function storedAccounts(storage: Storage, namespace: Namespace) {
  const family = namespace as DerivedAccount['family']
  const all = (): z.infer<typeof families> => {
    try {
      return z.parse(families, JSON.parse(storage.get(storageKey) ?? '{}'))
    } catch {
      return {} // Another program's, or damaged: as if nothing were stored.
    }
  }
  const write = (rows: z.infer<typeof families>) =>
    storage.set(storageKey, Object.keys(rows).length > 0 ? JSON.stringify(rows) : undefined)
  return {
    /** Derives the account again: an address that does not belong to the key cannot be stored. */
    get(): ChosenAccount | undefined {
      const row = all()[family]
      const device = row && deviceOf(row)
      if (!row || !device || !isFingerprint(row.fingerprint)) return undefined
      try {
        const [account] = deriveAccounts(device, {
          from: row.index,
          count: 1,
          ...(row.realm ? { realm: row.realm } : {}),
        })
        return account?.family === family ? { ...account, fingerprint: row.fingerprint, device } : undefined
      } catch {
        return undefined // Not a point of the curve.
      }
    },
    set({ fingerprint }: DeviceAccounts, device: DeviceKey, index: number, realm: Realm) {
      const row = {
        ...{ fingerprint, index, key: hexOf(device.key), keyPath: pathText(device.path) },
        ...(device.chainCode ? { chainCode: hexOf(device.chainCode) } : {}),
        ...(device.children ? { children: pathText(device.children) } : {}),
        ...(realm ? { realm } : {}),
      }
      write({ ...all(), [family]: row })
    },
    delete() {
      const { [family]: _, ...rest } = all()
      write(rest)
    },
  }
}

function deviceOf(row: z.infer<typeof stored>): DeviceKey | undefined {
  const own = parsePath(row.keyPath)
  const children = row.children
    ?.split('/')
    .slice(1)
    .map((step) => (step === '*' ? ('*' as const) : Number(step)))
  if (!own || children?.some((step) => step !== '*' && !(Number.isInteger(step) && step >= 0 && step < 0x80000000)))
    return undefined
  return {
    ...{ key: bytesOfHex(row.key), path: own },
    ...(row.chainCode?.length === 64 ? { chainCode: bytesOfHex(row.chainCode) } : {}),
    ...(children ? { children } : {}),
  }
}
