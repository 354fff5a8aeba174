import type { CaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'

/** The addresses an account has actually sent to, on any device. */
export const sentToQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['sentTo', address] as const,
  staleTime: 300_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> =>
    (await import('./readSentTo.ts')).readSentTo(kit, address, signal),
})
