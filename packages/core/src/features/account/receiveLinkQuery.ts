import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

/** Content of a payment QR code, for families that must query their chain for it; null if the address suffices. */
export const receiveLinkQuery = (kit: Kit, at: { address: string; networkId: CaipNetworkId }) => ({
  queryKey: ['receiveLink', at.networkId, at.address] as const,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
    const chain = await kit.chains[parseCaipNetworkId(at.networkId).namespace]?.()
    return (await chain?.receiveLink?.(at, createNetworkRequest(kit, { networkId: at.networkId, signal }))) ?? null
  },
})
