import type { ServerChain } from '../../../chains/serverChain.ts'
import type { ReadContracts } from '../../readContracts.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'

const whole = 10_000n

/** How much worse than for a crumb of it, by the same way: what the size itself costs. */
export async function impactOf(
  read: ReadContracts,
  chain: ServerChain,
  best: RouteQuote,
  amount: bigint,
  signal: AbortSignal,
): Promise<number | undefined> {
  const crumb = amount / 1_000n
  if (crumb === 0n) return undefined
  const [small] = await quoteRoutes(read, chain.contracts, [best.route], crumb, signal)
  // Rounding makes an amount of few units meaningless.
  if (!small || small.amountOut < 10_000n) return undefined
  const fair = (small.amountOut * amount) / crumb
  return fair === 0n ? undefined : Number(((fair - best.amountOut) * whole) / fair)
}
