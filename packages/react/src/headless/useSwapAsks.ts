import type { SwapOrder } from '@billfold/core/features/swap/swapOrder'
import { type WalletPrompts, walletPromptsQuery } from '@billfold/core/features/swap/walletPromptsQuery'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'

const nothing = { symbol: '', name: '', decimals: 18 }
/** Stands in for an incomplete order; no request uses it. */
const noOrder: SwapOrder = {
  networkId: 'eip155:1',
  source: { connectorId: '', address: '', type: 'eoa' },
  from: nothing,
  to: nothing,
  amount: 0n,
  least: 0n,
  quote: {
    ...{ id: null, fromAmount: '0', fromAccount: '', toAmount: '0', toAccount: '' },
    ...{ toAmountMin: '0', slippageBps: 0 },
  },
}

/** The wallet prompts of an order; undefined without one, and if they are unknown. */
export function useSwapAsks(order: SwapOrder | undefined): WalletPrompts | undefined {
  const kit = useKit()
  const { data } = useKitQuery({ ...walletPromptsQuery(kit, order ?? noOrder), enabled: order !== undefined })
  return (order && data) ?? undefined
}
