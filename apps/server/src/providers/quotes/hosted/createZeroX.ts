import * as z from 'zod/mini'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../../hosted/createHostedClient.ts'
import { type BuiltSwap, type FeeTaken, nativeCoin, type QuoteSource } from '../quoteSource.ts'
import { address, amount, calldata, label } from './answerShapes.ts'
import { hostedLifeMs, isWrapping, nameOf, serviceFee, supportsHosted, toAddress, toAsset } from './hostedSwap.ts'
import { readMinimum } from './readMinimum.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined; apiKey: string }

const fee = z.nullish(z.object({ amount, token: address }))
const nothing = z.object({ liquidityAvailable: z.literal(false) })
const offer = z.object({
  liquidityAvailable: z.literal(true),
  chainId: z.nullish(z.int()),
  sellToken: address,
  buyToken: address,
  sellAmount: amount,
  buyAmount: amount,
  allowanceTarget: z.nullish(address),
  issues: z.nullish(z.object({ allowance: z.nullish(z.object({ spender: address })) })),
  fees: z.nullish(z.object({ integratorFee: fee, zeroExFee: fee })),
  route: z.nullish(
    z.object({
      fills: z.array(z.object({ from: address, to: address, source: label })).check(z.maxLength(200)),
    }),
  ),
  transaction: z.object({ to: address, data: calldata, gas: amount, value: amount }),
})
const refusal = z.object({ name: z.string() })
const untraded = /NOT_SUPPORTED|NOT_AUTHORIZED_FOR_TRADE|NO_LIQUIDITY|INSUFFICIENT_LIQUIDITY/

/** Quotes of 0x v2 through its AllowanceHolder: quote and transaction come in one answer. */
export function createZeroX({ url = 'https://api.0x.org', apiKey, ...rest }: Options): QuoteSource {
  const ask = createHostedClient('0x', {
    url,
    headers: { '0x-api-key': apiKey, '0x-version': 'v2' },
    isNothing: (json) => untraded.test(z.safeParse(refusal, json).data?.name ?? ''),
    ...rest,
  })
  const now = rest.now ?? Date.now

  return {
    id: '0x',
    name: '0x',
    supports: supportsHosted('0x'),
    async quote(request, signal) {
      if (isWrapping(request)) return undefined
      const { chain, from, to, user, slippageBps } = request
      const query = new URLSearchParams({
        chainId: chain.reference,
        sellToken: toAddress(from),
        buyToken: toAddress(to),
        sellAmount: String(request.amount),
        taker: user,
        slippageBps: String(slippageBps),
        ...(request.fee && {
          swapFeeRecipient: request.fee.recipient,
          swapFeeBps: String(request.fee.bps),
          swapFeeToken: toAddress(to),
        }),
      })
      const json = await ask(`/swap/allowance-holder/quote?${query}`, signal)
      if (json === undefined || z.safeParse(nothing, json).success) return undefined
      const { success, data } = z.safeParse(offer, json)
      if (!success) throw brokenAnswer('0x')
      const { transaction, fees, buyAmount } = data
      const taken: FeeTaken[] = []
      if (fees?.integratorFee)
        taken.push({
          name: serviceFee,
          token: toAsset(fees.integratorFee.token),
          amount: fees.integratorFee.amount,
          bps: request.fee?.bps,
        })
      if (fees?.zeroExFee)
        taken.push({ name: '0x fee', token: toAsset(fees.zeroExFee.token), amount: fees.zeroExFee.amount })
      const minOut = readMinimum('0x', transaction.data)
      return {
        amountOut: buyAmount,
        minOut,
        fees: taken,
        route: (data.route?.fills ?? []).slice(0, 20).map((fill) => ({
          exchange: nameOf(fill.source, '0x'),
          from: toAsset(fill.from),
          to: toAsset(fill.to),
        })),
        gas: transaction.gas,
        ...(from === nativeCoin
          ? {}
          : { spender: data.issues?.allowance?.spender ?? data.allowanceTarget ?? transaction.to }),
        target: transaction.to,
        echo: {
          chainId: data.chainId ?? undefined,
          from: toAsset(data.sellToken),
          to: toAsset(data.buyToken),
          amount: data.sellAmount,
        },
        expiresAt: now() + hostedLifeMs,
        memo: { ...transaction, minOut } satisfies BuiltSwap,
      }
    },
    build: async (_request, quote) => quote.memo as BuiltSwap,
  }
}
