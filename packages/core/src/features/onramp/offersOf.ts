import type { OnrampAsset, OnrampProvider, OnrampQuote } from '@billfold/protocol/api/onramp'
import { moneyUnits } from './money.ts'
import { sellersOf } from './onrampProvidersQuery.ts'

/** A way to buy: a provider, and a payment method. */
export type Offer = {
  /** `provider/method`. */
  id: string
  provider: OnrampProvider
  method: string
  currency: string
  min: string
  max: string
  /** Why the amount is outside the limits, checked locally. */
  problem?: 'tooLittle' | 'tooMuch'
}

/** An offer with its quote so far. */
export type AnsweredOffer = Offer & { quote?: OnrampQuote | undefined; error?: unknown }

/** All offers for a token in a currency, one per payment method. */
export function offersOf(
  providers: readonly OnrampProvider[],
  { asset, currency, pays }: { asset: OnrampAsset; currency: string; pays: string },
): readonly Offer[] {
  const sum = moneyUnits(pays)
  return sellersOf(providers, asset).flatMap((provider) =>
    provider.limits
      .filter((limit) => limit.currency === currency)
      .map(({ method, min, max }) => {
        const problem = sum < moneyUnits(min) ? 'tooLittle' : sum > moneyUnits(max) ? 'tooMuch' : undefined
        const id = `${provider.id}/${method}`
        return { id, provider, method, currency, min, max, ...(problem ? { problem } : {}) }
      }),
  )
}

/** Best quote first; then pending ones, failures, and those with other limits. */
export function rankOffers<One extends AnsweredOffer>(offers: readonly One[]): readonly One[] {
  const place = ({ quote, problem, error }: One) => (problem ? 3 : quote ? 0 : error ? 2 : 1)
  const gets = ({ quote }: One) => BigInt(quote?.gets ?? 0)
  return [...offers].sort((a, b) => place(a) - place(b) || (gets(b) > gets(a) ? 1 : gets(b) < gets(a) ? -1 : 0))
}
