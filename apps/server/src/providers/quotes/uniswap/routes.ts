import { sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import { type Pair, pairKey } from './findPairs.ts'

/** One pool on the way; a v2 pair has no choice of fee. */
export type Leg = {
  from: EvmAddress
  to: EvmAddress
  v3Fee?: number | undefined
  pool?: EvmAddress | undefined
}
/** From the one token to the other in one or two legs. */
export type Route = readonly Leg[]

/** The pairs that a swap may lead through: directly, or by one of the tokens that most pools have. */
export function pairsOf(from: EvmAddress, to: EvmAddress, bases: readonly EvmAddress[]): [EvmAddress, EvmAddress][] {
  const between = bases.filter((base) => !sameHex(base, from) && !sameHex(base, to))
  return [
    [from, to],
    ...between.flatMap((base): [EvmAddress, EvmAddress][] => [
      [from, base],
      [base, to],
    ]),
  ]
}

/** Every way there is through the pools that exist. Exchanges may be mixed on the way. */
export function routesOf(
  from: EvmAddress,
  to: EvmAddress,
  bases: readonly EvmAddress[],
  pairs: ReadonlyMap<string, Pair>,
): Route[] {
  const legs = (a: EvmAddress, b: EvmAddress): Leg[] => {
    const pair = pairs.get(pairKey(a, b))
    if (!pair) return []
    return [
      ...(pair.v2 ? [{ from: a, to: b, pool: pair.v2 }] : []),
      ...pair.v3.map(({ fee, pool }) => ({ from: a, to: b, v3Fee: fee, pool })),
    ]
  }
  const between = bases.filter((base) => !sameHex(base, from) && !sameHex(base, to))
  return [
    ...legs(from, to).map((leg) => [leg]),
    ...between.flatMap((base) => legs(from, base).flatMap((first) => legs(base, to).map((second) => [first, second]))),
  ]
}
