import { parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { findApprovals } from './findApprovals.ts'
import { asksOf, type SwapAsk } from './swapAsks.ts'
import type { SwapOrder } from './swapOrder.ts'

/** What a wallet will be asked for, in order. */
export type SwapAsks = {
  asks: readonly SwapAsk[]
  /** The wallet may take all of it as one, which it says only once it is asked: then these are the most. */
  isMost: boolean
}

const refreshMs = 10_000

/**
 * What the wallet will be asked for to carry out an order, found as carrying it out finds it; null where that cannot be told. A wallet over
 * WalletConnect is not asked what it can do: there each question brings its app to the front.
 */
export const swapAsksQuery = (kit: Kit, order: SwapOrder) => {
  const { networkId, source, from, to, amount, quote } = order
  const of = [from.address ?? '', to.address ?? '', `${amount}`, quote.spender ?? '', quote.permit ?? '']
  return {
    // Beside the quotes, and forgotten with them.
    queryKey: ['quotes', networkId, source.address, 'asks', source.connectorId, source.type, ...of] as const,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
    queryFn: async (): Promise<SwapAsks | null> => {
      const { namespace } = parseCaipNetworkId(networkId)
      const connector = kit.connectors.get(namespace, source.connectorId)
      const chain = await kit.chains[namespace]?.()
      const swaps = await chain?.swaps?.()
      if (!connector || !chain || !swaps) return null
      const isFar = connector.type === 'WALLET_CONNECT'
      const desk = { kit, networkId, source, order, chain, connector, swaps }
      const approvals = await findApprovals(desk, isFar ? async () => undefined : undefined)
      const asks = asksOf(desk, approvals)
      return { asks, isMost: isFar && asks.length > 1 && swaps.batches !== undefined }
    },
  }
}
