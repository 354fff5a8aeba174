import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'

export const balanceLifeMs = 30_000
const key = '@appkit/native_balance_cache'

/** The caches that a page which starts disconnected throws away. */
export const addressCacheKeys = [key, '@appkit/portfolio_cache', '@appkit/ens_cache', '@appkit/identity_cache'] as const

type Entry = { caipAddress: string; balance: string; symbol: string; decimals: number; timestamp: number }

/** A balance that an earlier page read less than half a minute ago. */
export function readCachedBalance(
  kit: Kit,
  address: string,
): { balance: NativeBalance; timestamp: number } | undefined {
  const entry = entries(kit)[address]
  if (!entry) return undefined
  const { balance, symbol, decimals, timestamp } = entry
  return { balance: { value: BigInt(balance), symbol, decimals }, timestamp }
}

/** Keeps a balance for the next page; what has expired is dropped on the way. */
export function writeCachedBalance(kit: Kit, address: string, { value, symbol, decimals }: NativeBalance): void {
  const entry: Entry = {
    caipAddress: address,
    balance: String(value),
    symbol,
    decimals,
    timestamp: kit.ports.clock.now(),
  }
  kit.ports.storage.set(key, JSON.stringify({ ...entries(kit), [address]: entry }))
}

function entries(kit: Kit): Record<string, Entry> {
  try {
    const stored: unknown = JSON.parse(kit.ports.storage.get(key) ?? '{}')
    const now = kit.ports.clock.now()
    return Object.fromEntries(
      Object.entries(stored as object).filter(([, e]) => isEntry(e) && now - e.timestamp <= balanceLifeMs),
    )
  } catch {
    // Garbage, or another version's: as if nothing were there.
    return {}
  }
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null
  return (
    typeof entry === 'object' &&
    typeof entry?.balance === 'string' &&
    /^\d+$/.test(entry.balance) &&
    typeof entry.symbol === 'string' &&
    Number.isInteger(entry.decimals) &&
    typeof entry.timestamp === 'number'
  )
}
