import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { NeededPool, PoolStates } from './createPoolStates.ts'
import { v2Output, v3Output } from './poolOutput.ts'
import type { RouteQuote } from './quoteRoutes.ts'
import type { PoolState } from './readPoolStates.ts'
import type { Leg, Route } from './routes.ts'

/** Gas of one pool; the node's own figure replaces it once it confirms the best route. */
const gasOf = { v2: 90_000n, v3: 100_000n, tick: 30_000n }
/** How often a quote may need further ticks of a pool. */
const maxRounds = 5

type Output = { amountOut: bigint; gas: bigint }

/**
 * Quotes routes from the pools' state, without those that another one beats leg by leg; undefined if a pool's state
 * can't be read. Outputs grow with the amount, so only the best first leg to a token can lead to the best second.
 */
export async function quoteInMemory(
  states: PoolStates,
  routes: readonly Route[],
  amount: bigint,
): Promise<RouteQuote[] | undefined> {
  const needed = new Map(routes.flat().flatMap((leg) => (leg.pool ? [[leg.pool, neededOf(leg)] as const] : [])))
  for (let round = 0; round < maxRounds; round++) {
    const known = await states.read([...needed.values()])
    const outcome = quote(known, routes, amount)
    if (Array.isArray(outcome)) return outcome
    if (!outcome || needed.get(outcome.pool)?.word === outcome.word) return undefined
    needed.set(outcome.pool, outcome)
  }
  return undefined
}

const neededOf = ({ pool, v3Fee }: Leg): NeededPool => ({ pool: pool!, isV3: v3Fee !== undefined })

/** Quotes, or the pool of which more must be read; undefined if a pool is unknown. */
function quote(
  states: ReadonlyMap<string, PoolState>,
  routes: readonly Route[],
  amount: bigint,
): RouteQuote[] | NeededPool | undefined {
  const quotes: RouteQuote[] = []
  const firstLegs = new Map<string, { pool: string; output: Output }>()
  const seen = new Set<Leg>()
  for (const { 0: leg, length } of routes) {
    if (!leg || length === 1 || seen.has(leg)) continue
    seen.add(leg)
    const output = outputOf(states, leg, amount)
    if (!output || 'pool' in output) return output
    const best = firstLegs.get(leg.to)
    if (!best || output.amountOut > best.output.amountOut) firstLegs.set(leg.to, { pool: leg.pool!, output })
  }
  for (const route of routes) {
    const [first, second] = route
    const before = second && firstLegs.get(first!.to)
    if (before && before.pool !== first!.pool) continue
    const output = outputOf(states, second ?? first!, before ? before.output.amountOut : amount)
    if (!output || 'pool' in output) return output
    if (output.amountOut > 0n)
      quotes.push({ route, amountOut: output.amountOut, gas: output.gas + (before?.output.gas ?? 0n) })
  }
  return quotes
}

function outputOf(states: ReadonlyMap<string, PoolState>, leg: Leg, amount: bigint): Output | NeededPool | undefined {
  const { pool, from, to, v3Fee } = leg
  const state = pool && states.get(lowerHex(pool))
  if (!state) return undefined
  const isZeroIn = BigInt(from) < BigInt(to)
  if ('reserve0' in state) return { amountOut: v2Output(state, isZeroIn, amount), gas: gasOf.v2 }
  const output = v3Output(state, v3Fee!, isZeroIn, amount)
  if ('missing' in output) return { pool, isV3: true, word: output.missing }
  return { amountOut: output.amountOut, gas: gasOf.v3 + gasOf.tick * BigInt(output.crossed) }
}
