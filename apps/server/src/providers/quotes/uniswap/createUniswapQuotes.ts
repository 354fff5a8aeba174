import { KitError } from '@billfold/protocol/error'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { type BuiltSwap, nativeCoin, type QuoteSource } from '../quoteSource.ts'
import { createRoutePricer, type FeeSide } from './createRoutePricer.ts'
import { encodeSwap } from './encodeSwap.ts'
import { permitSingle, readPermit2 } from './permit2.ts'
import type { Route } from './routes.ts'

const swapLifeS = 300
const overheadGas = 110_000n
const feeGas = 60_000n

type Memo = { route: Route; feeSide: FeeSide }

/** Asks Uniswap's pools on the chain itself: any node will do, and no key is needed. */
export function createUniswapQuotes({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): QuoteSource {
  const { price, readerOf } = createRoutePricer({ rpc, now })

  return {
    id: 'uniswap',
    name: 'Uniswap',
    permitKind: 'permit2',
    supports: ({ contracts, wrappedNative }) =>
      Boolean(wrappedNative && contracts.universalRouter && contracts.permit2) &&
      Boolean((contracts.uniswapV2Factory && contracts.uniswapV2Router) || contracts.uniswapV3QuoterV2),

    spenderOn: ({ contracts }) => contracts.permit2,

    async quote(request, signal) {
      const { chain, fee, from } = request
      const priced = await price(request, signal)
      if (!priced) return undefined
      return {
        ...priced.quote,
        gas: priced.poolGas + overheadGas + (fee ? feeGas : 0n),
        ...(from === nativeCoin ? {} : { spender: chain.contracts.permit2 }),
        target: chain.contracts.universalRouter,
        memo: { route: priced.route, feeSide: priced.feeSide } satisfies Memo,
      }
    },

    async permit(request, _quote, signal) {
      const { chain, from, amount, user } = request
      const { permit2, universalRouter } = chain.contracts
      if (from === nativeCoin || !permit2 || !universalRouter) return undefined
      const state = await readPermit2(
        readerOf(chain),
        { permit2, token: from, owner: user, spender: universalRouter },
        signal,
      )
      if (!state) throw new KitError('unavailable', { message: 'Permit2 did not respond' })
      const until = Math.floor(now() / 1000) + swapLifeS
      const details = { permit2, token: from, spender: universalRouter, amount, nonce: state.nonce, until }
      return permitSingle({ ...details, chainId: Number(chain.reference) })
    },

    async build(request, quote, _signal, permit): Promise<BuiltSwap> {
      const { chain, amount, user, fee } = request
      const { route, feeSide } = quote.memo as Memo
      const data = encodeSwap({
        route,
        amount,
        minOut: quote.minOut,
        user,
        paysNative: request.from === nativeCoin,
        getsNative: request.to === nativeCoin,
        fee: fee && feeSide && { ...fee, side: feeSide },
        permit,
        deadline: BigInt(Math.floor(now() / 1000) + swapLifeS),
      })
      const value = request.from === nativeCoin ? amount : 0n
      return { to: chain.contracts.universalRouter!, data, value, minOut: quote.minOut }
    },
  }
}
