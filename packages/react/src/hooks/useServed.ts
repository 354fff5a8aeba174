import { supportedChainsQuery } from '@billfold/core/features/balances/supportedChainsQuery'
import { useKit } from './KitContext.ts'
import { useKitQuery } from './useKitQuery.ts'

/**
 * Whether our server knows more of a chain than the wallet: the query is pending, it does, it does not, or the server
 * is unavailable.
 */
export type Served = 'asking' | 'yes' | 'no' | 'away'

/** The support, and a retry. During a retry it stays `away`, so that the message stays readable. */
export function useServed(networkId: string | undefined): { served: Served; refetch: () => unknown } {
  const { data, errorUpdateCount, refetch } = useKitQuery(supportedChainsQuery(useKit()))
  if (networkId === undefined) return { served: 'no', refetch }
  if (data) return { served: data.includes(networkId) ? 'yes' : 'no', refetch }
  return { served: errorUpdateCount > 0 ? 'away' : 'asking', refetch }
}
