import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { addressCache } from './addressCache.ts'

export const balanceLifeMs = 30_000

type Entry = { caipAddress: string; balance: string; symbol: string; decimals: number; timestamp: number }

const cache = addressCache<Entry>(
  '@appkit/native_balance_cache',
  balanceLifeMs,
  ({ balance, symbol, decimals }) =>
    typeof balance === 'string' && /^\d+$/.test(balance) && typeof symbol === 'string' && Number.isInteger(decimals),
)

/** A balance cached less than half a minute ago. */
export function readCachedBalance(
  kit: Kit,
  address: string,
): { balance: NativeBalance; timestamp: number } | undefined {
  const entry = cache.read(kit, address)
  if (!entry) return undefined
  const { balance, symbol, decimals, timestamp } = entry
  return { balance: { value: BigInt(balance), symbol, decimals }, timestamp }
}

/** Caches a balance for the next page load. */
export const writeCachedBalance = (
  kit: Kit,
  address: string,
  { value, symbol, decimals }: NativeBalance,
  signal?: AbortSignal,
): void => cache.write(kit, address, { caipAddress: address, balance: String(value), symbol, decimals }, signal)
