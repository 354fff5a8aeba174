import type { Kit } from '../../kit.ts'

/** Whether the project turned analytics on; a server that does not say so means no. */
export const analyticsConfigQuery = (kit: Kit) => ({
  queryKey: ['analyticsConfig'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    try {
      return (await kit.api.getAnalyticsConfig({}, signal)).isAnalyticsEnabled
    } catch {
      // Not knowing means no: nothing of a visitor's is sent on a guess.
      return false
    }
  },
})
