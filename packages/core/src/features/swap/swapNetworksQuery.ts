import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'

/** The networks with swaps. Omits those with an unknown status, and fails if that leaves none. */
export const swapNetworksQuery = (kit: Kit, { networkIds }: { networkIds: readonly CaipNetworkId[] }) => ({
  queryKey: ['swapNetworks', ...networkIds] as const,
  staleTime: 60_000,
  refetchInterval: retryIntervalMs,
  queryFn: async (): Promise<readonly CaipNetworkId[]> => {
    const tokensOf = (networkId: CaipNetworkId) => queriesOf(kit).fetchQuery(swapTokensQuery(kit, { networkId }))
    const answers = await Promise.allSettled(networkIds.map(tokensOf))
    const able = networkIds.filter((_, at) => {
      const answer = answers[at]
      return answer?.status === 'fulfilled' && answer.value.length > 0
    })
    const unknown = answers.find((answer) => answer.status === 'rejected')
    if (able.length === 0 && unknown) throw unknown.reason
    return able
  },
})
