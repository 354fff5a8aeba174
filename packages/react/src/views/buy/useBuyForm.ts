import { connectedAccount } from '@billfold/core/features/account/account'
import { activeNetwork } from '@billfold/core/features/network/network'
import { currencyDecimals, moneyUnits, payFor, readMoney } from '@billfold/core/features/onramp/money'
import { offersOf, rankOffers } from '@billfold/core/features/onramp/offersOf'
import { type Onramp, onrampInitial } from '@billfold/core/features/onramp/onramp'
import {
  assetsOn,
  currenciesFor,
  onrampProvidersQuery,
  sameAsset,
} from '@billfold/core/features/onramp/onrampProvidersQuery'
import { onrampQuoteQuery } from '@billfold/core/features/onramp/onrampQuoteQuery'
import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQueries } from '../../hooks/useKitQueries.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useRested } from './useRested.ts'

const typingMs = 300
const usualSums = ['100', '250', '500', '1000']
const nothing: OnrampAsset = { chainId: '', address: null, symbol: '', name: '', decimals: 0 }

/** Everything the form shows: what is filled in, and what each provider gives for it. */
export function useBuyForm({ draft, attempt }: Onramp = onrampInitial) {
  const kit = useKit()
  const network = useSelect(activeNetwork)
  const account = useSelect((state) => connectedAccount(state))
  const sellers = useKitQuery(onrampProvidersQuery(kit))
  const providers = sellers.data ?? []
  const assets = network ? assetsOn(providers, network) : []
  const asset = assets.find((each) => draft.asset && sameAsset(each, draft.asset)) ?? assets[0]
  const currencies = asset ? currenciesFor(providers, asset) : []
  const currency = pick(currencies, draft.currency) ?? pick(currencies, 'USD') ?? currencies[0] ?? 'USD'
  const decimals = currencyDecimals(currency)
  const read = readMoney(draft, decimals)
  const pays = 'units' in read ? decimalOf({ amount: read.units, decimals }) : ''
  const isSettled = useRested(pays, typingMs) === pays
  const wanted = { asset: asset ?? nothing, currency }
  const lacks =
    draft.lacks !== undefined && asset && draft.asset && sameAsset(asset, draft.asset) ? draft.lacks : undefined
  // What is missing is not known in money yet: a usual sum tells the price.
  const isProbing = lacks !== undefined && !draft.isFilled && draft.amount === ''
  const sum = isProbing ? probeOf(offersOf(providers, { ...wanted, pays: '0' })) : pays
  const offers = sum && asset ? offersOf(providers, { ...wanted, pays: sum }) : []
  const asked = isSettled || isProbing ? offers.filter(({ problem }) => !problem) : []
  const answers = useKitQueries(
    asked.map(({ provider, method }) => onrampQuoteQuery(kit, { ...wanted, provider: provider.id, method, pays: sum })),
  )
  const ranked = rankOffers(
    offers.map((offer) => {
      const answer = answers[asked.indexOf(offer)]
      return { ...offer, quote: answer?.data, error: answer?.error ?? undefined }
    }),
  )
  const [best] = ranked.filter(({ quote }) => quote)
  const chosen = ranked.find(({ id, quote }) => id === draft.offer && quote) ?? best
  const price = isProbing ? best?.quote : undefined
  useEffect(() => {
    if (!price || lacks === undefined) return
    const least = price.pays && moneyUnits(payFor(BigInt(lacks), price))
    const min = best ? moneyUnits(best.min) : 0n
    const amount = least && least < min ? (best?.min ?? '') : payFor(BigInt(lacks), price)
    kit.store.send({ type: 'onramp/edited', change: { amount, isFilled: true } })
  }, [kit, price, lacks, best])
  return {
    draft,
    attempt,
    network,
    account,
    sellers,
    assets,
    asset,
    currencies,
    currency,
    decimals,
    read,
    pays,
    offers: isProbing ? [] : ranked,
    best: isProbing ? undefined : best,
    chosen: isProbing ? undefined : chosen,
    isAsking: isProbing || !isSettled || answers.some(({ isPending }) => isPending),
    lacks,
    sums: sumsOf(offersOf(providers, { ...wanted, pays: '0' })),
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>

const pick = (list: readonly string[], one: string | undefined) => list.find((each) => each === one)

type Limits = readonly { min: string; max: string }[]
const isWithin = (limits: Limits, sum: string) =>
  limits.some(({ min, max }) => moneyUnits(sum) >= moneyUnits(min) && moneyUnits(sum) <= moneyUnits(max))
const leastOf = (limits: Limits) =>
  limits.reduce((least, { min }) => (moneyUnits(min) < moneyUnits(least) ? min : least), limits[0]?.min ?? '0')

/** A sum that somebody takes. */
const probeOf = (limits: Limits): string => usualSums.find((sum) => isWithin(limits, sum)) ?? leastOf(limits)

/** Sums to choose from: the usual ones, or where a currency counts otherwise, what its smallest sum leads to. */
function sumsOf(limits: Limits): readonly string[] {
  const usual = usualSums.filter((sum) => isWithin(limits, sum))
  if (usual.length > 1 || limits.length === 0) return usual
  const [whole = '0'] = leastOf(limits).split('.')
  return [1n, 2n, 5n, 10n].map((times) => `${BigInt(whole) * times}`).filter((sum) => isWithin(limits, sum))
}
