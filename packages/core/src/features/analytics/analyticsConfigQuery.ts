import type { Kit } from '../../kit.ts'

/** Whether the project enabled analytics; defaults to no. */
export const analyticsConfigQuery = (kit: Kit) => ({
  queryKey: ['analyticsConfig'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    try {
      return (await kit.api.getAnalyticsConfig({}, signal)).isAnalyticsEnabled
    } catch {
      // Unknown means no: visitor data is never sent on a guess.
      return false
    }
  },
})
