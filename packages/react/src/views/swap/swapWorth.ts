import type { SwapQuote } from '@billfold/protocol/api/swap'

type Side = { units: bigint; decimals: number; price: number | undefined }
export type SwapSides = {
  paid: Side | undefined
  got: Side | undefined
  /** The network fee in dollars, of the swap and its approvals; absent if only the wallet knows it. */
  gasUsd: SwapQuote['gasUsd']
}

/** An amount's value, for display only: no calculation uses it. */
export const dollarsOf = (units: bigint, decimals: number, price: number): number =>
  (Number(units) / 10 ** decimals) * price

/** The dollar values of both sides, network fee included, as far as prices are known. */
export function swapWorth({ paid, got, gasUsd }: SwapSides): { paid?: number; got?: number } {
  const worth = (side: Side | undefined) =>
    side?.price === undefined ? undefined : dollarsOf(side.units, side.decimals, side.price)
  const [given, had] = [worth(paid), worth(got)]
  return {
    ...(given === undefined ? {} : { paid: given }),
    ...(had === undefined || gasUsd === undefined ? {} : { got: Math.max(0, had - gasUsd) }),
  }
}
