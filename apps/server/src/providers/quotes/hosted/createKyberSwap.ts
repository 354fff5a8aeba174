import * as z from 'zod/mini'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../../hosted/createHostedClient.ts'
import { nativeCoin, type QuoteSource } from '../quoteSource.ts'
import { address, amount, calldata, label } from './answerShapes.ts'
import {
  buildSlippageBps,
  feeBefore,
  hostedLifeMs,
  isWrapping,
  lessSlippage,
  nameOf,
  priceMoved,
  slugOf,
  supportsHosted,
  toAddress,
  toAsset,
} from './hostedSwap.ts'
import { readMinimum } from './readMinimum.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & {
  url?: string | undefined
  /** The operator's name there: not a key, but without it the limits are lower. */
  clientId: string
}

const summary = z.object({ tokenIn: address, tokenOut: address, amountIn: amount, amountOut: amount, gas: amount })
const hop = z.object({ tokenIn: address, tokenOut: address, exchange: label })
const hops = z.object({ route: z.array(z.array(hop).check(z.maxLength(50))).check(z.maxLength(100)) })
const offer = z.object({
  code: z.literal(0),
  data: z.object({ routeSummary: z.record(z.string(), z.unknown()), routerAddress: address }),
})
const swap = z.object({
  code: z.literal(0),
  data: z.object({
    routerAddress: address,
    data: calldata,
    transactionValue: z.nullish(amount),
    gas: z.nullish(amount),
  }),
})
const refusal = z.object({ code: z.number() })
/** No route, too much, no pools, no such token. */
const noWay: ReadonlySet<number> = new Set([4008, 4009, 4010, 4011])
/** The output has dropped below the amount of its route. */
const moved: ReadonlySet<number> = new Set([4222])
const codeOf = (json: unknown) => z.safeParse(refusal, json).data?.code ?? 0
const swapLifeS = 300

/** Quotes of KyberSwap's aggregator, which wants no key: a route first, the transaction when someone wants it. */
export function createKyberSwap(options: Options): QuoteSource {
  const { url = 'https://aggregator-api.kyberswap.com', clientId, ...rest } = options
  const ask = createHostedClient('KyberSwap', {
    url,
    headers: { 'x-client-id': clientId },
    isNothing: (json) => noWay.has(codeOf(json)) || moved.has(codeOf(json)),
    ...rest,
  })
  const now = rest.now ?? Date.now

  return {
    id: 'kyberswap',
    name: 'KyberSwap',
    supports: supportsHosted('kyberswap'),
    buildsByRequest: true,
    async quote(request, signal) {
      if (isWrapping(request)) return undefined
      const { chain, from, to, fee } = request
      const query = new URLSearchParams({
        tokenIn: toAddress(from),
        tokenOut: toAddress(to),
        amountIn: String(request.amount),
        gasInclude: 'true',
        ...(fee && {
          feeAmount: String(fee.bps),
          isInBps: 'true',
          // Off what is paid: off what comes out, its router would compare the minimum before the fee.
          chargeFeeBy: 'currency_in',
          feeReceiver: fee.recipient,
        }),
      })
      const json = await ask(`/${slugOf('kyberswap', chain)}/api/v1/routes?${query}`, signal)
      // Some of its refusals come with a status of 200.
      if (json === undefined || noWay.has(codeOf(json))) return undefined
      const reply = z.safeParse(offer, json)
      const route = reply.success ? z.safeParse(summary, reply.data.data.routeSummary) : undefined
      if (!reply.success || !route?.success) throw brokenAnswer('KyberSwap')
      const { routeSummary, routerAddress } = reply.data.data
      const { amountOut, gas, tokenIn, tokenOut, amountIn } = route.data
      const paths = z.safeParse(hops, routeSummary).data?.route ?? []
      return {
        amountOut,
        minOut: lessSlippage(amountOut, request.slippageBps),
        fees: feeBefore(request),
        route: paths
          .flat()
          .slice(0, 20)
          .map((step) => ({
            exchange: nameOf(step.exchange, 'KyberSwap'),
            from: toAsset(step.tokenIn),
            to: toAsset(step.tokenOut),
          })),
        gas,
        ...(from === nativeCoin ? {} : { spender: routerAddress }),
        target: routerAddress,
        echo: { from: toAsset(tokenIn), to: toAsset(tokenOut), amount: amountIn },
        expiresAt: now() + hostedLifeMs,
        memo: routeSummary,
      }
    },
    async build(request, quote, signal) {
      const json = await ask(`/${slugOf('kyberswap', request.chain)}/api/v1/route/build`, signal, {
        // It wants its own words back, to the letter.
        routeSummary: quote.memo,
        sender: request.user,
        recipient: request.user,
        slippageTolerance: buildSlippageBps(request.slippageBps),
        deadline: Math.floor(now() / 1000) + swapLifeS,
        source: clientId,
      })
      if (json === undefined || moved.has(codeOf(json))) throw priceMoved()
      const { success, data } = z.safeParse(swap, json)
      if (!success) throw brokenAnswer('KyberSwap')
      const { routerAddress: to, data: call, transactionValue, gas } = data.data
      const minOut = readMinimum('kyberswap', call)
      if (minOut > 0n && minOut < quote.minOut) throw priceMoved()
      const value = transactionValue ?? (request.from === nativeCoin ? request.amount : 0n)
      return { to, data: call, value, minOut, ...(gas != null && { gas }) }
    },
  }
}
