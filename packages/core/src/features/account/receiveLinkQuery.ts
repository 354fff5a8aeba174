import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { askNetwork } from '../../askNetwork.ts'
import { receiveLinks } from '../../chains/receiveLinks.ts'
import type { Kit } from '../../kit.ts'

/** What a code to be paid by holds. Until a family has asked its chain, and where that does not answer, what the account alone says. */
export const receiveLinkQuery = (kit: Kit, at: { address: string; networkId: CaipNetworkId }) => {
  const { namespace } = parseCaipNetworkId(at.networkId)
  const plain = receiveLinks[namespace](at.address)
  return {
    queryKey: ['receiveLink', at.networkId, at.address] as const,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: plain,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string> => {
      const chain = await kit.chains[namespace]?.()
      return (await chain?.receiveLink?.(at, askNetwork(kit, { networkId: at.networkId, signal }))) ?? plain
    },
  }
}
