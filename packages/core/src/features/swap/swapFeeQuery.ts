import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Fee } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

const refreshMs = 10_000

type SwapFeeInput = {
  networkId: CaipNetworkId
  gas: bigint
  /** The sender, if a smart account pays. */
  smartAccount?: string | undefined
}

/** The network fee of a swap at the chain's own prices, including a rollup's data fee. */
export const swapFeeQuery = (kit: Kit, { networkId, gas, smartAccount }: SwapFeeInput) => ({
  queryKey: ['swapFee', networkId, `${gas}`, smartAccount ?? ''] as const,
  staleTime: refreshMs,
  refetchInterval: refreshMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Fee> => {
    const chain = await kit.chains[parseCaipNetworkId(networkId).namespace]?.()
    const judge = await (await chain?.swaps?.())?.judge()
    if (!judge) throw new KitError('method_unsupported', { message: 'This network has no swaps' })
    return judge.fee(gas, createNetworkRequest(kit, { networkId, signal }), smartAccount)
  },
})
