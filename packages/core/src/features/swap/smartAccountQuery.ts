import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

/** Whether an account is a contract: a paymaster may then cover its fee, so that its coin balance does not matter. */
export const smartAccountQuery = (kit: Kit, { networkId, address }: { networkId: CaipNetworkId; address: string }) => ({
  queryKey: ['smartAccount', networkId, address] as const,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
    const transfers = await chain?.transfers?.()
    return (await transfers?.runsCode?.(address, createNetworkRequest(kit, { networkId, signal }))) ?? false
  },
})
