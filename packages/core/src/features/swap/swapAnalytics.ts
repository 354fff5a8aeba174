import { decimalOf } from '@billfold/protocol/decimalOf'
import type { SwapAnalytics } from '../../model/swap.ts'
import type { SwapOrder } from './swapOrder.ts'

type Shown = Pick<SwapOrder, 'networkId' | 'from' | 'to' | 'amount' | 'quote'>

/** Analytics properties of a swap. */
export const swapAnalytics = ({ networkId, from, to, amount, quote }: Shown): SwapAnalytics => ({
  network: networkId,
  from: from.address ?? from.symbol,
  to: to.address ?? to.symbol,
  fromAmount: decimalOf({ amount, decimals: from.decimals }),
  toAmount: decimalOf({ amount: BigInt(quote.toAmount), decimals: to.decimals }),
})
