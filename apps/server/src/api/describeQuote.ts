import type { SwapQuote } from '@billfold/protocol/api/swap'
import { tokenId } from '@billfold/protocol/nativeCoin'
import { getAddress } from 'viem'
import { nativeCoin, type SwapAsset } from '../providers/quotes/quoteSource.ts'
import type { RankedQuote } from '../providers/quotes/rankedQuote.ts'

/** A quote in the API's form, with both tokens as the client named them. */
export function describeQuote(
  { id, source, request, quote, approvalGas, gasPrice, gasUsd, netOut, tookMs }: RankedQuote,
  from: string,
  to: string,
): SwapQuote {
  const { chain } = request
  const caip = (asset: SwapAsset) => tokenId(chain.id, asset === nativeCoin ? undefined : getAddress(asset))
  return {
    id,
    fromAmount: String(request.amount),
    fromAccount: from,
    toAmount: String(quote.amountOut),
    toAccount: to,
    source: { id: source.id, name: source.name },
    toAmountMin: String(quote.minOut),
    slippageBps: request.slippageBps,
    ...(quote.priceImpactBps === undefined ? {} : { priceImpactBps: quote.priceImpactBps }),
    ...(quote.volatilityBps === undefined ? {} : { volatilityBps: quote.volatilityBps }),
    fees: quote.fees.map(({ name, token, amount, bps }) => ({
      name,
      token: caip(token),
      amount: String(amount),
      ...(bps === undefined ? {} : { bps }),
    })),
    route: quote.route.map(({ exchange, from: a, to: b, feeBps }) => ({
      exchange,
      from: caip(a),
      to: caip(b),
      ...(feeBps === undefined ? {} : { feeBps: Math.round(feeBps) }),
    })),
    gas: String(quote.gas),
    ...(approvalGas > 0n ? { approvalGas: String(approvalGas) } : {}),
    gasPrice: String(gasPrice),
    ...(gasUsd === undefined ? {} : { gasUsd }),
    netAmount: String(netOut),
    ...(quote.spender ? { spender: getAddress(quote.spender) } : {}),
    ...(source.permitKind && quote.spender ? { permit: source.permitKind } : {}),
    expiresAt: new Date(quote.expiresAt).toISOString(),
    tookMs: Math.round(tookMs),
  }
}
