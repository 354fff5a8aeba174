import type { SwapQuote } from '@billfold/protocol/api/swap'

type Side = { units: bigint; decimals: number; price: number | undefined }
export type SwapSides = {
  paid: Side | undefined
  got: Side | undefined
  /** What the network takes in dollars, of the swap and what goes before it; absent where only the wallet knows. */
  gasUsd: SwapQuote['gasUsd']
}

/** What an amount is worth, for looking at only: nothing is reckoned on with it. */
export const dollarsOf = (units: bigint, decimals: number, price: number): number =>
  (Number(units) / 10 ** decimals) * price

/** What is given and, with the network paid, what is had for it, in dollars, as far as anyone knows. */
export function swapWorth({ paid, got, gasUsd }: SwapSides): { paid?: number; got?: number } {
  const worth = (side: Side | undefined) =>
    side?.price === undefined ? undefined : dollarsOf(side.units, side.decimals, side.price)
  const [given, had] = [worth(paid), worth(got)]
  return {
    ...(given === undefined ? {} : { paid: given }),
    ...(had === undefined || gasUsd === undefined ? {} : { got: Math.max(0, had - gasUsd) }),
  }
}
