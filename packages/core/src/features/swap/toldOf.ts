import { decimalOf } from '@billfold/protocol/decimalOf'
import type { SwapTold } from './swap.ts'
import type { SwapOrder } from './swapOrder.ts'

type Shown = Pick<SwapOrder, 'networkId' | 'from' | 'to' | 'amount' | 'quote'>

/** Analytics properties of a swap. */
export const toldOf = ({ networkId, from, to, amount, quote }: Shown): SwapTold => ({
  network: networkId,
  from: from.address ?? from.symbol,
  to: to.address ?? to.symbol,
  fromAmount: decimalOf({ amount, decimals: from.decimals }),
  toAmount: decimalOf({ amount: BigInt(quote.toAmount), decimals: to.decimals }),
})
