import { type Balance, balance as balanceSchema } from '@billfold/protocol/api/balances'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import type { Kit } from '../../kit.ts'
import type { TokenBalance } from '../../model/tokenBalance.ts'
import { addressCache } from '../account/addressCache.ts'
import { coinOf } from '../network/coinOf.ts'
import { toTokenBalance } from './tokenBalance.ts'

const lifeMs = 30_000
const pollMs = 10_000
/** Back-off after a failure, shared by all views. */
const guardMs = 30_000

type Entry = { caipAddress: string; balance: { balances: Balance[] }; timestamp: number }

const cache = addressCache<Entry>(
  '@appkit/portfolio_cache',
  lifeMs,
  ({ balance }) => Array.isArray(balance?.balances) && z.safeParse(z.array(balanceSchema), balance.balances).success,
)
const failures = new WeakMap<Kit, Map<string, { at: number; error: KitError }>>()

/** An account's token balances on its chain, most valuable first. Polls while observed. */
export const balancesQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['balances', address] as const,
  staleTime: pollMs,
  retry: false,
  initialData: () => {
    const known = cache.read(kit, address)
    return known && rowsOf(kit, known.balance.balances)
  },
  initialDataUpdatedAt: () => cache.read(kit, address)?.timestamp,
  /** After a failure, once the back-off and the server's `Retry-After` have passed. */
  refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
    error ? Math.max(guardMs, retryAfterMs(error) ?? 0) : pollMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly TokenBalance[]> => {
    const failed = failures.get(kit)?.get(address)
    if (failed && kit.ports.clock.now() - failed.at < guardMs) throw failed.error
    try {
      const { namespace, reference, address: plain } = parseCaipAddress(address)
      const chainId = caipNetworkId(namespace, reference)
      const forceUpdate = await findMoved(kit, address)
      const { balances } = await kit.api.getBalance(
        { address: plain, currency: 'usd', chainId, ...(forceUpdate ? { forceUpdate } : {}) },
        signal,
      )
      const own = balances.filter((b) => b.chainId === chainId)
      failures.get(kit)?.delete(address)
      cache.write(kit, address, { caipAddress: address, balance: { balances: own } }, signal)
      const rows = rowsOf(kit, own)
      // If the wallet code fails to load, the server's rows still hold.
      return namespace === 'eip155' ? await kit.withAssets(address, rows).catch(() => rows) : rows
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') note(failures, kit).set(address, { at: kit.ports.clock.now(), error })
      throw error
    }
  },
})

/** Skips the back-off, for a visitor's own retry. */
export const dropGuard = (kit: Kit, address: CaipAddress): void => void failures.get(kit)?.delete(address)

/** Tokens for the server to refresh; if that code fails to load, its data is only older. */
const findMoved = async (kit: Kit, address: CaipAddress): Promise<string> =>
  kit.store.get().transactions.length === 0
    ? ''
    : import('./movedTokens.ts').then(
        ({ movedTokens }) => movedTokens(kit, address),
        () => '',
      )

function rowsOf(kit: Kit, balances: readonly Balance[]): readonly TokenBalance[] {
  return balances
    .map((row) => {
      // The site's configuration of the coin overrides the server.
      const coin = row.address ? undefined : coinOf(kit.store.get(), row.chainId ?? '')
      return toTokenBalance(
        coin ? { ...row, ...coin, quantity: { ...row.quantity, decimals: `${coin.decimals}` } } : row,
      )
    })
    .filter((row) => row !== undefined)
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || Number(!!a.address) - Number(!!b.address))
}

function note<V>(notes: WeakMap<Kit, Map<string, V>>, kit: Kit): Map<string, V> {
  const known = notes.get(kit) ?? new Map<string, V>()
  notes.set(kit, known)
  return known
}
