import { parseCaipNetworkId } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { findApprovals } from './findApprovals.ts'
import type { SwapOrder } from './swapOrder.ts'
import { type WalletPrompt, walletPromptsOf } from './walletPrompts.ts'

/** The wallet's prompts, in order. */
export type WalletPrompts = {
  asks: readonly WalletPrompt[]
  /** The wallet may batch them, which it reports only on request: these are the maximum. */
  isMost: boolean
}

const refreshMs = 10_000

/**
 * Predicts the wallet prompts of an order with the code that executes it; null if unknown. Does not query capabilities
 * over WalletConnect, where each request opens the wallet's app.
 */
export const walletPromptsQuery = (kit: Kit, order: SwapOrder) => {
  const { networkId, source, from, to, amount, quote } = order
  const of = [from.address ?? '', to.address ?? '', `${amount}`, quote.spender ?? '', quote.permit ?? '']
  return {
    // Under the quotes' key, so that they are dropped together.
    queryKey: ['quotes', networkId, source.address, 'asks', source.connectorId, source.type, ...of] as const,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
    queryFn: async (): Promise<WalletPrompts | null> => {
      const { namespace } = parseCaipNetworkId(networkId)
      const connector = kit.connectors.get(namespace, source.connectorId)
      const chain = await kit.chains[namespace]?.()
      const swaps = await chain?.swaps?.()
      if (!connector || !chain || !swaps) return null
      const isFar = connector.type === 'WALLET_CONNECT'
      const desk = { kit, networkId, source, order, chain, connector, swaps }
      const approvals = await findApprovals(desk, isFar ? async () => undefined : undefined)
      const asks = walletPromptsOf(desk, approvals)
      return { asks, isMost: isFar && asks.length > 1 && swaps.batches !== undefined }
    },
  }
}
