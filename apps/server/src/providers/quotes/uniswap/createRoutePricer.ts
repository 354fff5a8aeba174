import type { EvmAddress, ServerChain } from '../../../chains.ts'
import { deadlineIn } from '../../../deadlineIn.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { createMemo } from '../../createMemo.ts'
import { createReaders, type Readers } from '../../createReaders.ts'
import { nativeCoin, type QuoteRequest, type SourceQuote, type SwapAsset } from '../quoteSource.ts'
import { createPairPasts, type PairPasts } from './createPairPasts.ts'
import { createFindPairs, type FindPairs } from './findPairs.ts'
import { impactOf } from './impactOf.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'
import { type Leg, pairsOf, type Route, routesOf } from './routes.ts'
import { readVolatility } from './volatility.ts'

/** What the best way through the pools gives, after the operator's fee. */
type PricedRoute = {
  route: Route
  poolGas: bigint
  quote: Pick<SourceQuote, 'amountOut' | 'minOut' | 'fees' | 'route' | 'priceImpactBps' | 'volatilityBps' | 'expiresAt'>
}
type RoutePricer = {
  readerOf: Readers
  /** `undefined` where no way leads from the one token to the other. */
  price(request: QuoteRequest, signal: AbortSignal): Promise<PricedRoute | undefined>
}

const quoteLifeMs = 30_000
const [volatilityMs, patienceMs] = [5_000, 1_000]
const whole = 10_000n

type Options = { rpc: Rpc; now: () => number; isV3Only?: boolean }

/** Finds the best way through Uniswap's pools, and what there is to know about it: fee, minimum, price impact and volatility. */
export function createRoutePricer({ rpc, now, isV3Only = false }: Options): RoutePricer {
  const readerOf = createReaders(rpc)
  const known = new WeakMap<ServerChain, FindPairs>()
  const pasts = new WeakMap<ServerChain, PairPasts>()
  const volatilities = createMemo<number | undefined>({ ttlMs: volatilityMs, now })

  function pastsOf(chain: ServerChain): PairPasts {
    const found = pasts.get(chain) ?? createPairPasts(rpc(chain.id), now)
    pasts.set(chain, found)
    return found
  }

  function findPairsOf(chain: ServerChain): FindPairs {
    const found = known.get(chain)
    if (found) return found
    const { uniswapV2Factory, ...contracts } = chain.contracts
    const made = createFindPairs(readerOf(chain), isV3Only ? contracts : { ...contracts, uniswapV2Factory })
    known.set(chain, made)
    return made
  }

  /** It serves all who ask now, so none of them decides how long it may take; without it there is a quote all the same. */
  async function volatilityOf(chain: ServerChain, route: Route): Promise<number | undefined> {
    const key = [chain.id, ...route.flatMap(({ from, pool }) => [from, pool])].join(' ')
    const load = () => readVolatility(readerOf(chain), pastsOf(chain), route, deadlineIn(patienceMs))
    return volatilities(key, load).catch(() => undefined)
  }

  async function bestOf({ chain, amount, ...request }: QuoteRequest, signal: AbortSignal) {
    const [from, to] = [tokenOf(chain, request.from), tokenOf(chain, request.to)]
    // Wrapping is no swap: nobody should pay a fee for it.
    if (from.toLowerCase() === to.toLowerCase()) return undefined
    const bases = [...new Set([chain.wrappedNative!, ...chain.stables])]
    const routes = routesOf(from, to, bases, await findPairsOf(chain)(pairsOf(from, to, bases)))
    const found = await quoteRoutes(readerOf(chain), chain.contracts, routes, amount, signal)
    return found.reduce<RouteQuote | undefined>((a, b) => (a && a.amountOut >= b.amountOut ? a : b), undefined)
  }

  return {
    readerOf,
    async price(request, signal) {
      const { chain, amount, fee, slippageBps } = request
      const best = await bestOf(request, signal)
      if (!best) return undefined
      const { route } = best
      const [priceImpactBps, volatilityBps] = await Promise.all([
        impactOf(readerOf(chain), chain, best, amount, signal),
        volatilityOf(chain, route),
      ])
      const taken = fee ? (best.amountOut * BigInt(fee.bps)) / whole : 0n
      const amountOut = best.amountOut - taken
      return {
        route,
        poolGas: best.gas,
        quote: {
          amountOut,
          minOut: (amountOut * (whole - BigInt(slippageBps))) / whole,
          fees: fee ? [{ name: 'Service fee', token: request.to, amount: taken, bps: fee.bps }] : [],
          route: route.map(hopOf),
          ...(priceImpactBps === undefined ? {} : { priceImpactBps }),
          ...(volatilityBps === undefined ? {} : { volatilityBps }),
          expiresAt: now() + quoteLifeMs,
        },
      }
    },
  }
}

/** The token behind an asset, the wrapped one for the chain's own coin. */
const tokenOf = (chain: ServerChain, asset: SwapAsset): EvmAddress =>
  asset === nativeCoin ? chain.wrappedNative! : asset

/** A leg as people read it. */
const hopOf = ({ from, to, v3Fee }: Leg): SourceQuote['route'][number] =>
  v3Fee === undefined
    ? { exchange: 'Uniswap v2', from, to, feeBps: 30 }
    : { exchange: 'Uniswap v3', from, to, feeBps: v3Fee / 100 }
