import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'

/** Which of these networks have swaps; one that nobody can say it of now is not offered. */
export const swapNetworksQuery = (kit: Kit, { networkIds }: { networkIds: readonly CaipNetworkId[] }) => ({
  queryKey: ['swapNetworks', ...networkIds] as const,
  staleTime: 60_000,
  queryFn: async (): Promise<readonly CaipNetworkId[]> => {
    const tokensOf = (networkId: CaipNetworkId) => queriesOf(kit).fetchQuery(swapTokensQuery(kit, { networkId }))
    const answers = await Promise.allSettled(networkIds.map(tokensOf))
    return networkIds.filter((_, at) => {
      const answer = answers[at]
      return answer?.status === 'fulfilled' && answer.value.length > 0
    })
  },
})
