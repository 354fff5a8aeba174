import { walletGrid } from '@billfold/core/features/wallets/walletGrid'
import { walletSearchQuery, walletsQuery } from '@billfold/core/features/wallets/walletsQuery'
import type { Kit } from '@billfold/core/kit'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import type { Wallet } from '@billfold/protocol/api/registry'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { useCallback, useMemo } from 'react'
import { useKitPages, useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'

/** Which wallets of the registry to fetch. */
export type FetchWalletsOptions = {
  /** The page to add to those that are there, from 1; the first replaces the list. */
  page?: number
  /** Part of a name; without it, every wallet that knows one of the site's networks. */
  search?: string
  /** The same by the name it had first. */
  query?: string
}

type WalletsRequest = { isAsked: boolean; search: string }
const noRequest: WalletsRequest = { isAsked: false, search: '' }
const all = { certified: false } as const
const none: readonly Wallet[] = []

/** The page's last query; shared, so that a list and its search field may be two components. */
const requestQuery = {
  queryKey: ['wallets', 'asked'] as const,
  queryFn: async (): Promise<WalletsRequest> => noRequest,
  initialData: noRequest,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  enabled: false,
}

/** The registry's wallets page by page, or those of a name, each once and the installed first. */
export function useWalletPages(kit: Kit) {
  const queries = queriesOf(kit)
  const { data: request = noRequest } = useKitQuery(requestQuery)
  const { isAsked, search } = request
  const pages = useKitPages({ ...walletsQuery(kit, all), enabled: isAsked && search === '' })
  const matches = useKitQuery({ ...walletSearchQuery(kit, { search, ...all }), enabled: search !== '' })
  const shown = search === '' ? pages : matches
  const listed = useMemo(
    () => (search === '' ? (pages.data?.pages.flatMap((page) => page.data) ?? none) : (matches.data ?? none)),
    [search, pages.data, matches.data],
  )
  const wallets = useSelect((state) => walletGrid(state, listed))
  const { fetchNextPage } = pages
  const fetchWallets = useCallback(
    async ({ page = 1, search: name, query = '' }: FetchWalletsOptions = {}): Promise<void> => {
      const wanted = (name ?? query).trim()
      queries.setQueryData<WalletsRequest>(requestQuery.queryKey, { isAsked: true, search: wanted })
      try {
        if (wanted !== '') await queries.fetchQuery(walletSearchQuery(kit, { search: wanted, ...all }))
        else if (page > 1) await fetchNextPage()
        else await queries.fetchInfiniteQuery(walletsQuery(kit, all))
      } catch (e) {
        // The list says it itself, by `walletsError`.
        kit.ports.log.info('The registry did not respond', e)
      }
    },
    [kit, queries, fetchNextPage],
  )
  const walletsError: ErrorCode | undefined = shown.error ? KitError.from(shown.error).code : undefined
  return {
    wallets,
    page: search === '' ? Math.max(1, pages.data?.pages.length ?? 1) : 1,
    count: search === '' ? (pages.data?.pages.at(-1)?.count ?? 0) : listed.length,
    hasMore: search === '' && pages.hasNextPage,
    isFetching: shown.isFetching,
    walletsError,
    fetchWallets,
  }
}
