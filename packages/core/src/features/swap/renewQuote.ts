import { queriesOf } from '../../queriesOf.ts'
import { askQuotes, quotesKey } from './quotesQuery.ts'
import type { OfferedQuote } from './swap.ts'
import { fromServer, halt, type SwapDesk } from './swapDesk.ts'
import { leastOf, slippageAbove } from './swapMaths.ts'

/** How long before it expires a quote counts as old: the rest takes time too. */
const restMs = 5_000

/**
 * The quote to build: the one that was shown, or a new one if that grew old or its call would allow less than the minimum. The minimum that
 * was shown stays: if the price has moved since, less slippage is left above it. If a new quote does not reach it, the swap ends, and the
 * review shows what there is now.
 */
export async function renewQuote(desk: SwapDesk): Promise<OfferedQuote> {
  const { kit, order } = desk
  const { quote, least } = order
  // By its own slippage, which its call is built with: the review may show it with the higher minimum that was accepted before.
  const keeps = (each: OfferedQuote) => leastOf(each, each.slippageBps) >= least
  const expires = quote.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(quote.expiresAt)
  if (kit.ports.clock.now() < expires - restMs && keeps(quote)) return quote
  desk.step('building')
  const fresh = await askAgain(desk, quote.slippageBps)
  if (keeps(fresh)) return fresh
  const narrower = slippageAbove(fresh, least)
  const exact = narrower === undefined ? fresh : await askAgain(desk, narrower)
  if (!keeps(exact)) throw halt('changed', 'The price has moved since you looked')
  return exact
}

/** The same source's quote for the same contract, now. What it says is also what the review shows from here on. */
async function askAgain({ kit, order, signal, source }: SwapDesk, slippageBps: number): Promise<OfferedQuote> {
  const { networkId, from, to, amount, quote } = order
  const input = { networkId, user: source.address, from, to, amount, slippageBps }
  const answer = await fromServer(askQuotes(kit, input, 'all', signal))
  queriesOf(kit).setQueryData(quotesKey(input), answer)
  const fresh = answer.quotes.find((each) => each.source?.id === quote.source?.id && each.spender === quote.spender)
  if (!fresh) throw halt('expired', 'The quote has expired')
  return fresh
}
