import type { OnrampAsset, OnrampQuote } from '@billfold/protocol/api/onramp'
import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { retryAfterMs } from '../../api/retryAfterMs.ts'
import type { Kit } from '../../kit.ts'
import { moneyUnits } from './money.ts'
import { placeOf, sameAsset } from './onrampProvidersQuery.ts'

const refreshMs = 30_000
const soonestMs = 2_000
const retryMs = 10_000

/** Input of one provider's quote; also its cache key. */
export type BuyQuestion = {
  provider: string
  method: string
  asset: OnrampAsset
  currency: string
  pays: string
  /** The visitor's country, if required. */
  country?: string | undefined
  subdivision?: string | undefined
}

/** One provider's quote for a sum. Each is fetched separately, so that a slow or failing one delays no other. */
export const onrampQuoteQuery = (kit: Kit, question: BuyQuestion) => {
  const { provider, method, asset, currency, pays, country, subdivision } = question
  const { chainId, address } = asset
  return {
    queryKey: ['onrampQuote', provider, method, chainId, address ?? '', currency, pays, country, subdivision] as const,
    staleTime: refreshMs,
    gcTime: 60_000,
    retry: false,
    refetchInterval: ({ state: { data, error } }: { state: { data?: OnrampQuote | undefined; error: unknown } }) =>
      error ? (retryAfterMs(error) ?? retryMs) : renewMs(data, kit.ports.clock.now()),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OnrampQuote> => {
      const input = { provider, method, asset: { chainId, address }, currency, pays, ...placeOf(country, subdivision) }
      const quote = await kit.api.getOnrampQuote(input, signal)
      if (!isFor(quote, question))
        throw new KitError('unavailable', { message: "The provider's quote does not match the request" })
      return { ...quote, fees: quote.fees.map((fee) => ({ ...fee, name: cleanText(fee.name, 40) })) }
    },
  }
}

/** Renews a quote when it expires, otherwise periodically. */
const renewMs = (quote: OnrampQuote | undefined, now: number): number => {
  const left = quote?.endsAt ? Date.parse(quote.endsAt) - now : Number.NaN
  return left < refreshMs ? Math.max(left, soonestMs) : refreshMs
}

/** Rejects a quote for a different request. */
function isFor(quote: OnrampQuote, { provider, method, asset, currency, pays }: BuyQuestion): boolean {
  const fees = quote.fees.reduce((sum, { amount }) => sum + moneyUnits(amount), 0n)
  return (
    quote.provider === provider &&
    quote.method === method &&
    quote.currency === currency &&
    sameAsset(quote.asset, asset) &&
    quote.asset.decimals === asset.decimals &&
    moneyUnits(quote.pays) === moneyUnits(pays) &&
    fees <= moneyUnits(pays) &&
    BigInt(quote.gets) > 0n
  )
}
