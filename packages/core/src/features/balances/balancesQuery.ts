import { type Balance, balance as balanceSchema } from '@billfold/protocol/api/balances'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import type { Kit } from '../../kit.ts'
import { addressCache } from '../account/addressCache.ts'
import { coinOf } from '../network/coinOf.ts'
import { type TokenBalance, toTokenBalance } from './tokenBalance.ts'

const lifeMs = 30_000
const pollMs = 10_000
/** After a failure no one asks again for this long, however many views want to. */
const guardMs = 30_000

type Entry = { caipAddress: string; balance: { balances: Balance[] }; timestamp: number }

const cache = addressCache<Entry>(
  '@appkit/portfolio_cache',
  lifeMs,
  ({ balance }) => Array.isArray(balance?.balances) && z.safeParse(z.array(balanceSchema), balance.balances).success,
)
const failures = new WeakMap<Kit, Map<string, { at: number; error: KitError }>>()

/** What an account has on its chain, token by token, worth most first. Kept fresh while someone looks. */
export const balancesQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['balances', address] as const,
  staleTime: pollMs,
  retry: false,
  initialData: () => {
    const known = cache.read(kit, address)
    return known && rowsOf(kit, known.balance.balances)
  },
  initialDataUpdatedAt: () => cache.read(kit, address)?.timestamp,
  /** After a failure, once the guard allows it and the server's `Retry-After` has passed. */
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
      // Without the code that asks the wallet, the server's rows are still true.
      return namespace === 'eip155' ? await kit.withAssets(address, rows).catch(() => rows) : rows
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') note(failures, kit).set(address, { at: kit.ports.clock.now(), error })
      throw error
    }
  },
})

/** Lets the next request through although an earlier one has just failed: the visitor wants it. */
export const dropGuard = (kit: Kit, address: CaipAddress): void => void failures.get(kit)?.delete(address)

/** The tokens that the server has to look up again; without the code for that, its answer is only older. */
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
      // The coin is what the site set, whatever a server calls it.
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
