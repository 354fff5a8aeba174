import { KitError } from '@billfold/protocol/error'
import type { Ratio } from './ratio.ts'

/** The Uniswap v2 pair's `getReserves()`. */
export const getReserves = '0x0902f1ac'
/** The Uniswap v3 pool's `slot0()`. */
export const slot0 = '0x3850c7bd'
/** The Uniswap v3 pool's `Swap` event: its third word of data is the price after the swap. */
export const swapTopic = '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'

/** The Uniswap v3 pool's `Initialize` event: its first word of data is the opening price. */
export const initializeTopic = '0x98636036cb66a9c19a37435efc1e90142190214e8abeb821bdba3f2990dd4c95'
/** The Uniswap v2 pair's `Sync` event: its data are the reserves after a trade. */
export const syncTopic = '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'

type Decimals = { decimals0: number; decimals1: number }

/** The price of token0 in token1 in a v2 pair, from its reserves. */
export function priceOfReserves(data: string, decimals: Decimals): Ratio {
  return priced(wordAt(data, 1), wordAt(data, 0), decimals)
}

/** The price of token0 in token1 in a v3 pool, from its stored square root (64.96 fixed point). */
export function priceOfSqrt(sqrtPriceX96: bigint, decimals: Decimals): Ratio {
  return priced(sqrtPriceX96 * sqrtPriceX96, 1n << 192n, decimals)
}

/** The n-th 32-byte word of a call's result or of an event's data. */
export function wordAt(data: string, index: number): bigint {
  const text = data.slice(2 + index * 64, 66 + index * 64)
  if (text.length !== 64) throw new KitError('invalid_input', { message: 'The pool returned too few words' })
  return BigInt(`0x${text}`)
}

function priced(raw1: bigint, raw0: bigint, { decimals0, decimals1 }: Decimals): Ratio {
  if (raw0 <= 0n || raw1 <= 0n) throw new KitError('unavailable', { message: 'The pool is empty' })
  return { num: raw1 * 10n ** BigInt(decimals0), den: raw0 * 10n ** BigInt(decimals1) }
}
