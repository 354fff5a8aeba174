import { type Balance, balance as balanceSchema } from '@billfold/protocol/api/balances'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'
import { addressCache } from '../account/addressCache.ts'
import { freshTokens } from '../transactions/freshTokens.ts'
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
  initialData: () => rowsOf(cache.read(kit, address)?.balance.balances),
  initialDataUpdatedAt: () => cache.read(kit, address)?.timestamp,
  /** A server without sources is left alone; any other failure is asked about again when the guard allows. */
  refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
    error instanceof KitError && error.code === 'sources_unavailable' ? false : error ? guardMs : pollMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly TokenBalance[]> => {
    const failed = failures.get(kit)?.get(address)
    if (failed && kit.ports.clock.now() - failed.at < guardMs) throw failed.error
    try {
      const { namespace, reference, address: plain } = parseCaipAddress(address)
      const chainId = caipNetworkId(namespace, reference)
      const forceUpdate = freshTokens(kit.store.get(), address, kit.ports.clock.now()).join(',')
      const { balances } = await kit.api.getBalance(
        { address: plain, currency: 'usd', chainId, ...(forceUpdate ? { forceUpdate } : {}) },
        signal,
      )
      const own = balances.filter((b) => b.chainId === chainId)
      failures.get(kit)?.delete(address)
      cache.write(kit, address, { caipAddress: address, balance: { balances: own } }, signal)
      const rows = rowsOf(own) ?? []
      // Without the code that asks the wallet, the server's rows are still true.
      return namespace === 'eip155' ? await kit.withAssets(address, rows).catch(() => rows) : rows
    } catch (e) {
      const error = KitError.from(e)
      if (error.code !== 'aborted') note(failures, kit).set(address, { at: kit.ports.clock.now(), error })
      throw error
    }
  },
})

function rowsOf(balances: readonly Balance[] | undefined): readonly TokenBalance[] | undefined {
  return balances
    ?.map(toTokenBalance)
    .filter((row) => row !== undefined)
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || Number(!!a.address) - Number(!!b.address))
}

function note<V>(notes: WeakMap<Kit, Map<string, V>>, kit: Kit): Map<string, V> {
  const known = notes.get(kit) ?? new Map<string, V>()
  notes.set(kit, known)
  return known
}
