import type { OnrampAsset, OnrampProvider, OnrampQuote } from '@billfold/protocol/api/onramp'
import { moneyUnits } from './money.ts'
import { sellersOf } from './onrampProvidersQuery.ts'

/** One way to buy: someone who sells, and how they are paid. */
export type Offer = {
  /** `provider/method`. */
  id: string
  provider: OnrampProvider
  method: string
  currency: string
  min: string
  max: string
  /** What stands against the amount, before anyone is asked. */
  problem?: 'tooLittle' | 'tooMuch'
}

/** What is known of an offer by now. */
export type AnsweredOffer = Offer & { quote?: OnrampQuote | undefined; error?: unknown }

/** Everyone who sells a token for a currency, by every way to pay them. */
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

/** Who gives most first; then those who are still asked, those who failed, and those who take another amount. */
export function rankOffers<One extends AnsweredOffer>(offers: readonly One[]): readonly One[] {
  const place = ({ quote, problem, error }: One) => (problem ? 3 : quote ? 0 : error ? 2 : 1)
  const gets = ({ quote }: One) => BigInt(quote?.gets ?? 0)
  return [...offers].sort((a, b) => place(a) - place(b) || (gets(b) > gets(a) ? 1 : gets(b) < gets(a) ? -1 : 0))
}
