import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import type { SwapAsset } from './swap.ts'
import { caipOf } from './swapTokensQuery.ts'

const refreshMs = 10_000

/** What is asked for, to the unit: another of these is another question. */
export type QuoteInput = {
  networkId: CaipNetworkId
  user: string
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  slippageBps: number
}
export type Quotes = {
  /** What the visitor ends with decides: best first. */
  quotes: readonly SwapQuote[]
  /** Everybody has answered. */
  isComplete: boolean
}

/** What sources would give. The first good answer is there at once; the others take their places as they come. */
export const quotesQuery = (kit: Kit, input: QuoteInput) => {
  const { networkId, user, from, to, amount, slippageBps } = input
  const queryKey = ['quotes', networkId, user, from.address ?? '', to.address ?? '', `${amount}`, slippageBps] as const
  const ask = async (wait: 'first' | 'all', signal?: AbortSignal): Promise<Quotes> => {
    const [source, target] = [caipOf(networkId, from), caipOf(networkId, to)]
    const asked = {
      amount: `${amount}`,
      userAddress: user,
      from: source,
      to: target,
      slippageBps,
      wait,
      signs: 'eip2612' as const,
    }
    const { quotes, silent = [] } = await kit.api.getSwapQuotes(asked, signal)
    const own = quotes.filter((quote) => isFor(quote, asked))
    return { quotes: own, isComplete: !silent.some(({ state }) => state === 'asked') }
  }
  return {
    queryKey,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
    gcTime: 30_000,
    // The same swap with another slippage: its quotes stay until the new ones are there.
    placeholderData: (before: Quotes | undefined, query?: { queryKey: readonly unknown[] }) =>
      query && queryKey.slice(0, -1).every((part, at) => part === query.queryKey[at]) ? before : undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Quotes> => {
      const first = await ask('first', signal)
      if (!first.isComplete)
        void ask('all', signal).then(
          (all) => signal.aborted || queriesOf(kit).setQueryData(queryKey, all),
          (e) => kit.ports.log.info('Only the first quotes are in', KitError.from(e).code),
        )
      return first
    },
  }
}

/** A server that answers another question is not believed. */
function isFor(quote: SwapQuote, asked: { amount: string; from: string; to: string }): boolean {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return (
    quote.fromAmount === asked.amount &&
    isSame(quote.fromAccount, asked.from) &&
    isSame(quote.toAccount, asked.to) &&
    BigInt(quote.toAmount) > 0n &&
    (quote.toAmountMin === undefined || BigInt(quote.toAmountMin) <= BigInt(quote.toAmount))
  )
}
