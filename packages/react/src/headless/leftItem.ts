import type { InterruptedState } from '@billfold/core/features/swap/interruptedSwapQuery'
import type { SwapAsset } from '@billfold/core/model/swap'
import type { useLeftSwap } from '../views/swap/useLeftSwap.ts'

/** A swap that a reload, a closed tab or another tab left behind. */
export type LeftSwapItem = {
  /**
   * The swap's state. `approving`: the wallet may hold the approval; `pending`: the approval is on its way; `approved`:
   * only the swap is missing; `asking`: the wallet may hold the swap.
   */
  state: InterruptedState
  /** The token to pay with. */
  from: SwapAsset
  /** The token to receive. */
  to: SwapAsset
  /** How much was to be paid, in smallest units of `from`. */
  units: bigint
  /** The wallet may still send it: tell the visitor to check it before trying again. */
  isUnsure: boolean
  /** `continueLeft` would fill it in. False where the wallet may hold the swap itself, and where the form is that swap already. */
  canContinue: boolean
}

/**
 * The interrupted swap for the form's user; undefined once they have resumed it, unless the wallet may still send it.
 */
export function leftItem(interruptedSwap: ReturnType<typeof useLeftSwap>): LeftSwapItem | undefined {
  if (!interruptedSwap || (interruptedSwap.isHere && !interruptedSwap.isUnsure)) return undefined
  const { left, isUnsure, canGoOn } = interruptedSwap
  const { state, from, to, amount } = left
  return { state, from, to, units: BigInt(amount), isUnsure, canContinue: canGoOn }
}
