import type { ServerChain } from '../../../chains/serverChain.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import type { Readers } from '../../createReaders.ts'
import { isListed } from '../createQuoteSimulator.ts'
import type { QuoteRequest } from '../quoteSource.ts'
import { createPoolStates, type PoolStates } from './createPoolStates.ts'
import { perChain } from './perChain.ts'
import { quoteInMemory } from './quoteInMemory.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'
import type { Route } from './routes.ts'

type Options = { rpc: Rpc; readerOf: Readers; now: () => number }

/** Quotes routes from followed pools between listed tokens, otherwise by the node: a stranger's pools are never followed. */
export function createRouteQuotes({ rpc, readerOf, now }: Options) {
  const statesOf = perChain((chain) => createPoolStates(rpc(chain.id), readerOf(chain), now))

  const onChain = (chain: ServerChain, routes: readonly Route[], amount: bigint, signal: AbortSignal) =>
    quoteRoutes(readerOf(chain), chain.contracts, routes, amount, signal)

  /** Quotes in memory; undefined for pools that are not followed or could not be read. */
  async function remembered(request: QuoteRequest, routes: readonly Route[], amount: bigint) {
    if (!isListed(request)) return undefined
    const states: PoolStates = statesOf(request.chain)
    // Without pool states the node quotes everything.
    return quoteInMemory(states, routes, amount).catch(() => undefined)
  }

  return {
    /** The route that returns most, confirmed by the node. */
    async best(request: QuoteRequest, routes: readonly Route[], amount: bigint, signal: AbortSignal) {
      const { chain } = request
      const expected = bestOf((await remembered(request, routes, amount)) ?? [])
      if (expected) {
        const [confirmed] = await onChain(chain, [expected.route], amount, signal)
        if (confirmed && confirmed.amountOut === expected.amountOut) return confirmed
        statesOf(chain).drop(expected.route.flatMap(({ pool }) => pool ?? []))
      }
      return bestOf(await onChain(chain, routes, amount, signal))
    },
    /** One route's output for an amount, without a confirmation. */
    async estimate(request: QuoteRequest, route: Route, amount: bigint, signal: AbortSignal) {
      const quotes =
        (await remembered(request, [route], amount)) ?? (await onChain(request.chain, [route], amount, signal))
      return quotes[0]
    },
  }
}

const bestOf = (quotes: readonly RouteQuote[]): RouteQuote | undefined =>
  quotes.reduce<RouteQuote | undefined>((a, b) => (a && a.amountOut >= b.amountOut ? a : b), undefined)
