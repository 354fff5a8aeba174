import { type SwapAsks, swapAsksQuery } from '@billfold/core/features/swap/swapAsksQuery'
import type { SwapOrder } from '@billfold/core/features/swap/swapOrder'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'

const nothing = { symbol: '', name: '', decimals: 18 }
/** In the place of an order that is not complete; no one is asked about it. */
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

/** What the wallet will be asked for to carry out an order; nothing without one, and where it cannot be told. */
export function useSwapAsks(order: SwapOrder | undefined): SwapAsks | undefined {
  const kit = useKit()
  const { data } = useKitQuery({ ...swapAsksQuery(kit, order ?? noOrder), enabled: order !== undefined })
  return (order && data) ?? undefined
}
