import { type ActivityRow, activityOf } from '@billfold/core/features/history/activityRows'
import { historyQuery } from '@billfold/core/features/history/historyQuery'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { useMemo } from 'react'
import { useKitPages } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useAccountAddress } from './useAccountAddress.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

/** One thing that happened on the account. */
export type ActivityItem = ActivityRow & {
  /** Its page on the network's explorer. */
  explorerUrl: string | undefined
}

/** What `useAppKitActivity` returns. */
export type UseAppKitActivityReturn = {
  /** Newest first, pending ones before all. */
  activity: readonly ActivityItem[]
  /** Transfers from strangers that pose as something else: show them apart, or not at all. */
  suspicious: readonly ActivityItem[]
  /** Nothing is known yet. */
  isLoading: boolean
  /** Why it could not be fetched. */
  error: ErrorCode | undefined
  /** False where your API does not serve the account's chain. */
  isSupported: boolean
  /** There is an earlier page. */
  hasMore: boolean
  /** Another page is being fetched. */
  isFetchingMore: boolean
  /** Fetches the next, earlier page. */
  fetchMore: () => Promise<void>
  /** Asks again now. */
  refetch: () => Promise<void>
}

/** The active account's activity, page by page. */
export function useAppKitActivity(): UseAppKitActivityReturn {
  const { kit } = useHeadlessKit()
  const { own, address, served, isServed } = useAccountAddress()
  const network = useSelect(activeNetwork)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useKitPages({
    ...historyQuery(kit, { address }),
    enabled: isServed,
  })
  const pages = own && data?.pages
  const { activity, suspicious } = useMemo(() => {
    const transactions = pages?.flatMap((page) => page.transactions) ?? []
    const read = activityOf(transactions, address)
    const item = (row: ActivityRow) => ({ ...row, explorerUrl: explorerLink(network, { transaction: row.hash }) })
    return { activity: read.months.flatMap(({ rows }) => rows).map(item), suspicious: read.suspicious.map(item) }
  }, [pages, address, network])
  return {
    activity,
    suspicious,
    isLoading: own !== undefined && (served === 'asking' || (isServed && !data && !error)),
    error: served === 'away' ? 'unavailable' : error ? KitError.from(error).code : undefined,
    isSupported: served !== 'no',
    hasMore: hasNextPage,
    isFetchingMore: isFetchingNextPage,
    fetchMore: async () => {
      kit.store.send({ type: 'history/moreAsked', address, cursor: data?.pages.at(-1)?.next })
      await fetchNextPage()
    },
    refetch: async () => void (await refetch()),
  }
}
