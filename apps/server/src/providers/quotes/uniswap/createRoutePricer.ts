import { createMemo } from '../../../caches/createMemo.ts'
import { createSingleFlight } from '../../../caches/createSingleFlight.ts'
import { lowerHex, sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { deadlineIn } from '../../../limits/deadlineIn.ts'
import { untilAborted } from '../../../limits/untilAborted.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { createReaders, type Readers } from '../../createReaders.ts'
import { AmountTooSmall } from '../amountTooSmall.ts'
import { nativeCoin, type QuoteRequest, type SourceQuote, type SwapAsset } from '../quoteSource.ts'
import { createPairPasts } from './createPairPasts.ts'
import { createRouteQuotes } from './createRouteQuotes.ts'
import { afterTransferFee, createTransferFees } from './createTransferFees.ts'
import { createFindPairs } from './findPairs.ts'
import { perChain } from './perChain.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'
import { type Leg, pairsOf, type Route, routesOf } from './routes.ts'
import { readVolatility } from './volatility.ts'

/** Which of both tokens the operator's fee is taken of. */
export type FeeSide = 'in' | 'out' | undefined

/** The best route's output after the operator's fee. */
type PricedRoute = {
  route: Route
  /** From which side the operator's fee is taken: none of a token that keeps some of each transfer, or it would keep more of it. */
  feeSide: FeeSide
  poolGas: bigint
  quote: Pick<SourceQuote, 'amountOut' | 'minOut' | 'fees' | 'route' | 'priceImpactBps' | 'volatilityBps' | 'expiresAt'>
}
type RoutePricer = {
  readerOf: Readers
  /** `undefined` where no route leads from the one token to the other; rejects with `AmountTooSmall`. */
  price(request: QuoteRequest, signal: AbortSignal): Promise<PricedRoute | undefined>
}

const quoteLifeMs = 30_000
const [volatilityMs, patienceMs] = [5_000, 1_000]
/** How long the pools may take. */
const priceMs = 10_000
const whole = 10_000n

type Options = { rpc: Rpc; now: () => number; isV3Only?: boolean }

/** Finds the best way through Uniswap's pools, and what there is to know about it: fee, minimum, price impact and volatility. */
export function createRoutePricer({ rpc, now, isV3Only = false }: Options): RoutePricer {
  const readerOf = createReaders(rpc)
  const transferFees = createTransferFees({ rpc, now })
  const volatilities = createMemo<number | undefined>({ ttlMs: volatilityMs, now })
  const quotes = createRouteQuotes({ rpc, readerOf, now })
  const flights = perChain(() => createSingleFlight<PricedRoute | undefined>())
  const pastsOf = perChain((chain) => createPairPasts(rpc(chain.id), now))
  const findPairsOf = perChain((chain) => {
    const { uniswapV2Factory, ...contracts } = chain.contracts
    return createFindPairs(readerOf(chain), isV3Only ? contracts : { ...contracts, uniswapV2Factory })
  })

  /** It serves all who ask now, so none of them decides how long it may take; without it there is a quote all the same. */
  async function volatilityOf(chain: ServerChain, route: Route): Promise<number | undefined> {
    const key = [chain.id, ...route.flatMap(({ from, pool }) => [from, pool])].join(' ')
    const load = () => readVolatility(readerOf(chain), pastsOf(chain), route, deadlineIn(patienceMs))
    return volatilities(key, load).catch(() => undefined)
  }

  /** A token's own transfer fee, as seen by a pool on the route. */
  async function transferFeeOf(chain: ServerChain, token: EvmAddress, routes: readonly Route[]) {
    const isOf = ({ from, to }: Leg) => [from, to].some((each) => sameHex(each, token))
    const pool = routes.flat().find((leg) => leg.pool && isOf(leg))?.pool
    return pool ? transferFees(chain, token, pool) : { inBps: 0n, outBps: 0n }
  }

  async function routesFor({ chain, ...request }: QuoteRequest) {
    const [from, to] = [tokenOf(chain, request.from), tokenOf(chain, request.to)]
    // Wrapping is no swap: no one should pay a fee for it.
    if (sameHex(from, to)) return undefined
    const bases = [...new Set([chain.wrappedNative!, ...chain.stables])]
    const all = routesOf(from, to, bases, await findPairsOf(chain)(pairsOf(from, to, bases)))
    const [ofFrom, ofTo] = await Promise.all([from, to].map((token) => transferFeeOf(chain, token, all)))
    const [keptIn, keptOut] = [ofFrom!.inBps, ofTo!.outBps]
    // Pools of v3 take no token that arrives as less than was sent, and count what they send before the token's fee.
    const isPlain = ({ v3Fee }: Leg) => v3Fee === undefined
    const routes = all.filter(
      (route) => (keptIn === 0n || isPlain(route[0]!)) && (keptOut === 0n || isPlain(route.at(-1)!)),
    )
    return { routes, keptIn, keptOut }
  }

  /**
   * Whether the same routes return something for a larger amount: otherwise their pools are empty, and there is no
   * route.
   */
  async function givesForMore(chain: ServerChain, routes: readonly Route[], amount: bigint, signal: AbortSignal) {
    const more = [6n, 12n, 18n].map((zeros) => amount * 10n ** zeros).filter((each) => each < 2n ** 112n)
    const quotesByAmount = await Promise.all(
      more.map((each) => quoteRoutes(readerOf(chain), chain.contracts, routes, each, signal)),
    )
    return quotesByAmount.some((quotes) => quotes.length > 0)
  }

  /** The pools' output is the same for everyone: identical concurrent requests share one read. */
  const price = (request: QuoteRequest) => {
    const { chain, from, to, amount, fee, slippageBps } = request
    const key = lowerHex([from, to, amount, fee?.bps ?? 0, slippageBps].join(' '))
    // It serves all who ask now, so none of them decides how long it may take.
    return flights(chain)(key, () => findBest(request, deadlineIn(priceMs)))
  }

  async function findBest(request: QuoteRequest, signal: AbortSignal): Promise<PricedRoute | undefined> {
    const { chain, amount, fee, slippageBps } = request
    const candidates = await routesFor(request)
    if (!candidates || candidates.routes.length === 0) return undefined
    const { routes, keptIn, keptOut } = candidates
    const feeSide: FeeSide = !fee ? undefined : keptOut === 0n ? 'out' : keptIn === 0n ? 'in' : undefined
    const share = (of: bigint, side: FeeSide) => (fee && feeSide === side ? (of * BigInt(fee.bps)) / whole : 0n)
    const takenIn = share(amount, 'in')
    const paid = afterTransferFee(amount - takenIn, keptIn)
    const best = paid === 0n ? undefined : await quotes.best(request, routes, paid, signal)
    if (!best && (await givesForMore(chain, routes, amount, signal))) throw new AmountTooSmall()
    if (!best) return undefined
    const { route } = best
    const [priceImpactBps, volatilityBps] = await Promise.all([
      impactOf(best, paid, (crumb) => quotes.estimate(request, route, crumb, signal)),
      volatilityOf(chain, route),
    ])
    const takenOut = share(best.amountOut, 'out')
    const amountOut = afterTransferFee(best.amountOut - takenOut, keptOut)
    const taken = feeSide === 'in' ? { token: request.from, amount: takenIn } : { token: request.to, amount: takenOut }
    return {
      route,
      feeSide,
      poolGas: best.gas,
      quote: {
        amountOut,
        minOut: (amountOut * (whole - BigInt(slippageBps))) / whole,
        fees: fee && feeSide ? [{ name: 'Service fee', ...taken, bps: fee.bps }] : [],
        route: route.map(hopOf),
        ...(priceImpactBps === undefined ? {} : { priceImpactBps }),
        ...(volatilityBps === undefined ? {} : { volatilityBps }),
        expiresAt: now() + quoteLifeMs,
      },
    }
  }

  return { readerOf, price: (request, signal) => untilAborted(price(request), { deadline: signal }) }
}

/** The token behind an asset, the wrapped one for the chain's own coin. */
const tokenOf = (chain: ServerChain, asset: SwapAsset): EvmAddress =>
  asset === nativeCoin ? chain.wrappedNative! : asset

/** A leg as people read it. */
const hopOf = ({ from, to, v3Fee }: Leg): SourceQuote['route'][number] =>
  v3Fee === undefined
    ? { exchange: 'Uniswap v2', from, to, feeBps: 30 }
    : { exchange: 'Uniswap v3', from, to, feeBps: v3Fee / 100 }

/** How much worse than for a crumb of it, by the same way: what the size itself costs. */
async function impactOf(
  best: RouteQuote,
  amount: bigint,
  quoteCrumb: (crumb: bigint) => Promise<RouteQuote | undefined>,
): Promise<number | undefined> {
  const crumb = amount / 1_000n
  if (crumb === 0n) return undefined
  const small = await quoteCrumb(crumb)
  // Rounding makes an amount of few units meaningless.
  if (!small || small.amountOut < 10_000n) return undefined
  const fair = (small.amountOut * amount) / crumb
  return fair === 0n ? undefined : Number(((fair - best.amountOut) * whole) / fair)
}
