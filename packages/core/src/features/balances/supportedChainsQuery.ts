import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'

const dayMs = 86_400_000

/** The chains that our server indexes; others are not queried. Empty without such a server. */
export const supportedChainsQuery = (kit: Kit) => ({
  queryKey: ['supportedChains', kit.options.apiUrl] as const,
  staleTime: dayMs,
  refetchInterval: retryIntervalMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> => {
    try {
      return (await kit.api.getSupportedChains({}, signal)).http
    } catch (e) {
      if (KitError.from(e).code === 'not_found') return []
      throw e
    }
  },
})
