import { KitError } from '@billfold/protocol/error'
import { askAgain } from '../../askAgain.ts'
import type { Kit } from '../../kit.ts'

const dayMs = 86_400_000

/** The chains that our server indexes; others are not queried. Empty without such a server. */
export const supportedChainsQuery = (kit: Kit) => ({
  queryKey: ['supportedChains', kit.options.apiUrl] as const,
  staleTime: dayMs,
  refetchInterval: askAgain,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> => {
    try {
      return (await kit.api.getSupportedChains({}, signal)).http
    } catch (e) {
      if (KitError.from(e).code === 'not_found') return []
      throw e
    }
  },
})
