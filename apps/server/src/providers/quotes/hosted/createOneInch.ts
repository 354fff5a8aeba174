import * as z from 'zod/mini'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../../hosted/createHostedClient.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource } from '../quoteSource.ts'
import { address, amount, calldata } from './answerShapes.ts'
import { hostedContracts } from './hostedContracts.ts'
import {
  buildSlippageBps,
  feeBehind,
  hostedLifeMs,
  isWrapping,
  lessSlippage,
  priceMoved,
  supportsHosted,
  toAddress,
  toAsset,
} from './hostedSwap.ts'
import { readMinimum } from './readMinimum.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined; apiKey: string }

const token = z.nullish(z.object({ address }))
const offer = z.object({ dstAmount: amount, gas: amount, srcToken: token, dstToken: token })
const swap = z.object({ tx: z.object({ to: address, data: calldata, value: amount, gas: z.nullish(amount) }) })
const refusal = z.object({ description: z.string() })

/** Quotes of 1inch v6.1. Its transactions have no gas and expire, so one is requested only on demand. */
export function createOneInch({ url = 'https://api.1inch.com', apiKey, ...rest }: Options): QuoteSource {
  const ask = createHostedClient('1inch', {
    url,
    headers: { authorization: `Bearer ${apiKey}` },
    isNothing: (json) =>
      /insufficient liquidity|cannot find|no routes?/i.test(z.safeParse(refusal, json).data?.description ?? ''),
    ...rest,
  })
  const now = rest.now ?? Date.now

  return {
    id: '1inch',
    name: '1inch',
    supports: supportsHosted('1inch'),
    buildsByRequest: true,
    async quote(request, signal) {
      if (isWrapping(request)) return undefined
      const query = new URLSearchParams({ ...basics(request), includeGas: 'true', includeTokensInfo: 'true' })
      const json = await ask(`/swap/v6.1/${request.chain.reference}/quote?${query}`, signal)
      if (json === undefined) return undefined
      const { success, data } = z.safeParse(offer, json)
      if (!success) throw brokenAnswer('1inch')
      const { dstAmount, srcToken, dstToken } = data
      return {
        amountOut: dstAmount,
        minOut: lessSlippage(dstAmount, request.slippageBps),
        fees: feeBehind(request, dstAmount),
        route: [{ exchange: '1inch', from: request.from, to: request.to }],
        gas: data.gas,
        ...(request.from === nativeCoin ? {} : { spender: hostedContracts['1inch'].address }),
        echo: {
          ...(srcToken && { from: toAsset(srcToken.address) }),
          ...(dstToken && { to: toAsset(dstToken.address) }),
        },
        expiresAt: now() + hostedLifeMs,
        memo: undefined,
      }
    },
    async build(request, quote, signal) {
      const query = new URLSearchParams({
        ...basics(request),
        from: request.user,
        origin: request.user,
        receiver: request.user,
        slippage: String(buildSlippageBps(request.slippageBps) / 100),
        ...(request.fee && { referrer: request.fee.recipient }),
        // Its shorter calls do not say which token comes out, so that no one could read it from them. Up to v5.2 this is documented to avoid
        // them; v6.1's published specification does not list it, and where it is ignored such calls are refused as unreadable.
        compatibility: 'true',
        // It would look for an approval that is only given afterwards; we try the transaction out ourselves.
        disableEstimate: 'true',
      })
      const json = await ask(`/swap/v6.1/${request.chain.reference}/swap?${query}`, signal)
      if (json === undefined) throw priceMoved()
      const { success, data } = z.safeParse(swap, json)
      if (!success) throw brokenAnswer('1inch')
      const { to, data: call, value } = data.tx
      const minOut = readMinimum('1inch', call)
      if (minOut > 0n && minOut < quote.minOut) throw priceMoved()
      return { to, data: call, value, minOut }
    },
  }
}

const basics = ({ from, to, amount, fee }: QuoteRequest) => ({
  src: toAddress(from),
  dst: toAddress(to),
  amount: String(amount),
  ...(fee && { fee: String(fee.bps / 100) }),
})
