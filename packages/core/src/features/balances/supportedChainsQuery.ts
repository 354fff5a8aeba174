import type { Kit } from '../../kit.ts'

const dayMs = 86_400_000

/** The chains our server can speak about: of any other, nothing is asked. */
export const supportedChainsQuery = (kit: Kit) => ({
  queryKey: ['supportedChains', kit.options.apiUrl] as const,
  staleTime: dayMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> =>
    (await kit.api.getSupportedChains({}, signal)).http,
})
