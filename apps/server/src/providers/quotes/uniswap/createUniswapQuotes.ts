import { KitError } from '@billfold/protocol/error'
import type { EvmAddress, ServerChain } from '../../../chains.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { createReadContracts, type ReadContracts } from '../../readContracts.ts'
import {
  type BuiltSwap,
  type FeeTaken,
  nativeCoin,
  type QuoteSource,
  type SourceQuote,
  type SwapAsset,
} from '../quoteSource.ts'
import { encodeSwap } from './encodeSwap.ts'
import { createFindPairs, type FindPairs } from './findPairs.ts'
import { impactOf } from './impactOf.ts'
import { permitSingle, readPermit2 } from './permit2.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'
import { type Leg, pairsOf, type Route, routesOf } from './routes.ts'

const quoteLifeMs = 30_000
const swapLifeS = 300
const overheadGas = 110_000n
const feeGas = 60_000n
const whole = 10_000n

type Memo = { route: Route }

/** Asks Uniswap's pools on the chain itself: any node will do, and no key is needed. */
export function createUniswapQuotes({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): QuoteSource {
  const perChain = new Map<string, { chain: ServerChain; read: ReadContracts; findPairs: FindPairs }>()
  const at = (chain: ServerChain) => {
    const known = perChain.get(chain.id)
    if (known?.chain === chain) return known
    const read = createReadContracts(rpc(chain.id), { multicall: chain.contracts.multicall3 })
    const made = { chain, read, findPairs: createFindPairs(read, chain.contracts) }
    perChain.set(chain.id, made)
    return made
  }

  return {
    id: 'uniswap',
    name: 'Uniswap',
    permitKind: 'permit2',
    supports: ({ contracts, wrappedNative }) =>
      Boolean(wrappedNative && contracts.universalRouter && contracts.permit2) &&
      Boolean((contracts.uniswapV2Factory && contracts.uniswapV2Router) || contracts.uniswapV3QuoterV2),

    async quote(request, signal) {
      const { chain, amount, fee } = request
      const [from, to] = [tokenOf(chain, request.from), tokenOf(chain, request.to)]
      // Wrapping is no swap: nobody should pay a fee for it.
      if (from.toLowerCase() === to.toLowerCase()) return undefined
      const { read, findPairs } = at(chain)
      const bases = [...new Set([chain.wrappedNative!, ...chain.stables])]
      const routes = routesOf(from, to, bases, await findPairs(pairsOf(from, to, bases)))
      const found = await quoteRoutes(read, chain.contracts, routes, amount, signal)
      const best = found.reduce<RouteQuote | undefined>((a, b) => (a && a.amountOut >= b.amountOut ? a : b), undefined)
      if (!best) return undefined
      const taken = fee ? (best.amountOut * BigInt(fee.bps)) / whole : 0n
      const amountOut = best.amountOut - taken
      const fees: FeeTaken[] = fee ? [{ name: 'Service fee', token: request.to, amount: taken, bps: fee.bps }] : []
      const priceImpactBps = await impactOf(read, chain, best, amount, signal)
      return {
        amountOut,
        minOut: (amountOut * (whole - BigInt(request.slippageBps))) / whole,
        fees,
        route: best.route.map((leg) => hopOf(leg)),
        gas: best.gas + overheadGas + (fee ? feeGas : 0n),
        ...(priceImpactBps === undefined ? {} : { priceImpactBps }),
        ...(request.from === nativeCoin ? {} : { spender: chain.contracts.permit2 }),
        expiresAt: now() + quoteLifeMs,
        memo: { route: best.route } satisfies Memo,
      }
    },

    async permit(request, { memo: _ }, signal) {
      const { chain, from, amount, user } = request
      const { permit2, universalRouter } = chain.contracts
      if (from === nativeCoin || !permit2 || !universalRouter) return undefined
      const { read } = at(chain)
      const state = await readPermit2(read, { permit2, token: from, owner: user, spender: universalRouter }, signal)
      if (!state) throw new KitError('unavailable', { message: 'Permit2 does not answer' })
      const until = Math.floor(now() / 1000) + swapLifeS
      const asked = { permit2, token: from, spender: universalRouter, amount, nonce: state.nonce, until }
      return permitSingle({ ...asked, chainId: Number(chain.reference) })
    },

    async build(request, quote, _signal, permit): Promise<BuiltSwap> {
      const { chain, amount, user, fee } = request
      const { route } = quote.memo as Memo
      const data = encodeSwap({
        route,
        amount,
        minOut: quote.minOut,
        user,
        paysNative: request.from === nativeCoin,
        getsNative: request.to === nativeCoin,
        fee,
        permit,
        deadline: BigInt(Math.floor(now() / 1000) + swapLifeS),
      })
      const value = request.from === nativeCoin ? amount : 0n
      return { to: chain.contracts.universalRouter!, data, value, minOut: quote.minOut }
    },
  }
}

/** The token behind an asset, the wrapped one for the chain's own coin. */
export const tokenOf = (chain: ServerChain, asset: SwapAsset): EvmAddress =>
  asset === nativeCoin ? chain.wrappedNative! : asset

/** A leg as people read it. */
export const hopOf = ({ from, to, v3Fee }: Leg): SourceQuote['route'][number] =>
  v3Fee === undefined
    ? { exchange: 'Uniswap v2', from, to, feeBps: 30 }
    : { exchange: 'Uniswap v3', from, to, feeBps: v3Fee / 100 }
