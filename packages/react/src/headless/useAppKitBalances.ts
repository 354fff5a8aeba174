import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { totalOf } from '@billfold/core/features/balances/tokenBalance'
import type { TokenBalance } from '@billfold/core/model/tokenBalance'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useAccountAddress } from './useAccountAddress.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'

/** What `useAppKitBalances` returns. */
export type UseAppKitBalancesReturn = {
  /** The coin and every token with an amount, the most valuable first. Amounts are whole numbers of smallest units. */
  balances: readonly TokenBalance[]
  /** The total value in dollars, if anything has a price. */
  total: number | undefined
  /** Nothing is known yet. */
  isLoading: boolean
  /** Why they could not be fetched; they are retried on their own. */
  error: ErrorCode | undefined
  /** False where your API does not serve the account's chain. */
  isSupported: boolean
  /** Asks again now. */
  refetch: () => Promise<void>
}

const none: readonly TokenBalance[] = []

/** The active account's balances on its chain, token by token; kept fresh while the component is mounted. */
export function useAppKitBalances(): UseAppKitBalancesReturn {
  const { kit } = useHeadlessKit()
  const { own, address, served, isServed } = useAccountAddress()
  const { data, error, refetch } = useKitQuery({ ...balancesQuery(kit, { address }), enabled: isServed })
  const balances = own && data ? data : none
  return {
    balances,
    total: totalOf(balances),
    isLoading: own !== undefined && (served === 'asking' || (isServed && !data && !error)),
    error: served === 'away' ? 'unavailable' : error ? KitError.from(error).code : undefined,
    isSupported: served !== 'no',
    refetch: async () => void (await refetch()),
  }
}
