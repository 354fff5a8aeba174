import type { SwapQuote } from '@billfold/protocol/api/swap'
import { quotesQuery } from './quotesQuery.ts'
import { halt, type SwapDesk } from './swapDesk.ts'
import { leastOf } from './swapMaths.ts'

/** How long before it expires a quote counts as old: the rest takes time too. */
const restMs = 5_000

/** Approving takes time, and so does looking: an old quote is asked for again, and must not be worse than the minimum that was shown. */
export async function renewQuote(desk: SwapDesk): Promise<SwapQuote> {
  const { kit, order, signal, source } = desk
  const { quote } = order
  const expires = quote.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(quote.expiresAt)
  if (kit.ports.clock.now() < expires - restMs) return quote
  desk.step('building')
  const { quotes } = await quotesQuery(kit, { ...order, user: source.address }).queryFn({ signal })
  const fresh = quotes.find((each) => each.source?.id === quote.source?.id && each.spender === quote.spender)
  if (!fresh) throw halt('expired', 'The quote has expired')
  if (BigInt(fresh.toAmount) < leastOf(quote, order.slippageBps))
    throw halt('changed', 'The price has moved since you looked')
  return fresh
}
