import { supportedChainsQuery } from '@billfold/core/features/balances/supportedChainsQuery'
import { useKit } from './KitContext.ts'
import { useKitQuery } from './useKitQuery.ts'

/** Whether our server can tell more of a chain than the wallet does: it is asked, it can, it cannot, or it does not respond. */
export type Served = 'asking' | 'yes' | 'no' | 'away'

/** That, and another try. While one is under way it is still away: what was said stays to be read. */
export function useServed(networkId: string | undefined): { served: Served; refetch: () => unknown } {
  const { data, errorUpdateCount, refetch } = useKitQuery(supportedChainsQuery(useKit()))
  if (networkId === undefined) return { served: 'no', refetch }
  if (data) return { served: data.includes(networkId) ? 'yes' : 'no', refetch }
  return { served: errorUpdateCount > 0 ? 'away' : 'asking', refetch }
}
