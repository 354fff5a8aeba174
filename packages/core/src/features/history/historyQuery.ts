import { type Transaction, transaction } from '@billfold/protocol/api/history'
import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'
import { addressCache } from '../account/addressCache.ts'

const pollMs = 15_000
const keptMs = 7 * 86_400_000
const keptRows = 20

export type HistoryPage = { transactions: readonly Transaction[]; next: string | undefined }

type Polled = { state: { data?: { pages: unknown[] } | undefined; error: unknown; errorUpdateCount: number } }
type Entry = { transactions: Transaction[]; timestamp: number }
const cache = addressCache<Entry>(
  '@billfold/history_cache',
  keptMs,
  ({ transactions }) => z.safeParse(z.array(transaction), transactions).success,
)

/** An account's transactions on its chain, newest first, paged. Starts with the cached newest page. */
export const historyQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['history', address] as const,
  staleTime: pollMs,
  retry: false,
  initialPageParam: '',
  getNextPageParam: ({ next }: HistoryPage) => next,
  initialData: () => {
    const known = cache.read(kit, address)
    return known && { pages: [{ transactions: known.transactions, next: undefined }], pageParams: [''] }
  },
  // From an earlier visit: shown, but always stale.
  initialDataUpdatedAt: () => Math.min(cache.read(kit, address)?.timestamp ?? 0, kit.ports.clock.now() - pollMs),
  /** Polls while the list is short, with backoff after a failure; a reader far back is not disturbed. */
  refetchInterval: ({ state }: Polled) =>
    state.data && state.data.pages.length > 1 ? (false as const) : state.error ? retryIntervalMs({ state }) : pollMs,
  queryFn: async ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }): Promise<HistoryPage> => {
    const { namespace, reference, address: plain } = parseCaipAddress(address)
    const chainId = caipNetworkId(namespace, reference)
    const cursor = pageParam ? { cursor: pageParam } : {}
    const { data, next } = await kit.api.getHistory({ address: plain, chainId, ...cursor }, signal).catch((e) => {
      if (!signal.aborted) kit.store.send({ type: 'history/failed', address, ...cursor })
      throw e
    })
    const transactions = data.filter(({ metadata }) => metadata.chain === chainId)
    if (!pageParam) cache.write(kit, address, { transactions: transactions.slice(0, keptRows) }, signal)
    return { transactions, next: next ?? undefined }
  },
})
