import * as z from 'zod/mini'
import type { EvmAddress } from '../../../chains/serverChain.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../../hosted/createHostedClient.ts'
import { type BuiltSwap, type FeeTaken, nativeCoin, type QuoteSource } from '../quoteSource.ts'
import { address, amount, calldata, label } from './answerShapes.ts'
import { hostedLifeMs, isWrapping, nameOf, serviceFee, supportsHosted, toAddress, toAsset } from './hostedSwap.ts'
import { readMinimum } from './readMinimum.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & {
  url?: string | undefined
  apiKey?: string | undefined
  /** The name under which the operator is known to LI.FI, which pays fees to anyone who registered it. */
  integrator: string
}

const token = z.object({ address })
const offer = z.object({
  action: z.object({ fromChainId: z.int(), toChainId: z.int(), fromToken: token, toToken: token, fromAmount: amount }),
  estimate: z.object({
    toAmount: amount,
    approvalAddress: z.nullish(address),
    feeCosts: z.nullish(
      z
        .array(
          z.object({ name: label, amount, token, included: z.nullish(z.boolean()), percentage: z.nullish(z.string()) }),
        )
        .check(z.maxLength(20)),
    ),
  }),
  includedSteps: z.nullish(
    z
      .array(
        z.object({
          type: z.string(),
          toolDetails: z.nullish(z.object({ name: label })),
          action: z.object({ fromToken: token, toToken: token }),
        }),
      )
      .check(z.maxLength(50)),
  ),
  transactionRequest: z.object({
    chainId: z.nullish(z.int()),
    to: address,
    data: calldata,
    value: z.nullish(amount),
    gasLimit: amount,
  }),
})
const refusal = z.object({ code: z.number() })
const noQuote = 1002
const zero: EvmAddress = '0x0000000000000000000000000000000000000000'

/** Quotes of LI.FI on one chain: quote and transaction come in one answer. Its fee goes to the integrator that LI.FI knows. */
export function createLifi({ url = 'https://li.quest/v1', apiKey, integrator, ...rest }: Options): QuoteSource {
  const ask = createHostedClient('LI.FI', {
    url,
    headers: apiKey ? { 'x-lifi-api-key': apiKey } : {},
    isNothing: (json) => z.safeParse(refusal, json).data?.code === noQuote,
    ...rest,
  })
  const now = rest.now ?? Date.now

  return {
    id: 'lifi',
    name: 'LI.FI',
    supports: supportsHosted('lifi'),
    async quote(request, signal) {
      if (isWrapping(request)) return undefined
      const { chain, from, to, user, slippageBps, fee } = request
      const query = new URLSearchParams({
        fromChain: chain.reference,
        toChain: chain.reference,
        fromToken: toAddress(from, zero),
        toToken: toAddress(to, zero),
        fromAmount: String(request.amount),
        fromAddress: user,
        toAddress: user,
        slippage: String(slippageBps / 10_000),
        integrator,
        ...(fee && { fee: String(fee.bps / 10_000) }),
      })
      const json = await ask(`/quote?${query}`, signal)
      if (json === undefined) return undefined
      const { success, data } = z.safeParse(offer, json)
      if (!success) throw brokenAnswer('LI.FI')
      const { action, estimate, transactionRequest: tx } = data
      const fees = (estimate.feeCosts ?? []).map(({ name, amount, token, percentage }): FeeTaken => {
        const isOurs = /integrator/i.test(name)
        const bps = isOurs ? Math.round(Number(percentage) * 10_000) : Number.NaN
        return {
          name: isOurs ? serviceFee : nameOf(name, 'LI.FI fee'),
          token: toAsset(token.address, zero),
          amount,
          ...(Number.isFinite(bps) && { bps }),
        }
      })
      const minOut = readMinimum('lifi', tx.data)
      const swaps = (data.includedSteps ?? []).filter(({ type }) => type === 'swap')
      return {
        amountOut: estimate.toAmount,
        minOut,
        fees,
        route: swaps.slice(0, 20).map((step) => ({
          exchange: nameOf(step.toolDetails?.name ?? '', 'LI.FI'),
          from: toAsset(step.action.fromToken.address, zero),
          to: toAsset(step.action.toToken.address, zero),
        })),
        gas: tx.gasLimit,
        ...(from === nativeCoin ? {} : { spender: estimate.approvalAddress ?? tx.to }),
        target: tx.to,
        echo: {
          // Three places name a chain; one that differs is enough.
          chainId:
            [action.toChainId, tx.chainId].find((id) => id != null && id !== action.fromChainId) ?? action.fromChainId,
          from: toAsset(action.fromToken.address, zero),
          to: toAsset(action.toToken.address, zero),
          amount: action.fromAmount,
        },
        expiresAt: now() + hostedLifeMs,
        memo: { to: tx.to, data: tx.data, value: tx.value ?? 0n, gas: tx.gasLimit, minOut } satisfies BuiltSwap,
      }
    },
    build: async (_request, quote) => quote.memo as BuiltSwap,
  }
}
