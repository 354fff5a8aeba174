import { currencyDecimals, moneyUnits, readMoney } from '@billfold/core/features/onramp/money'
import { offersOf } from '@billfold/core/features/onramp/offersOf'
import { onrampInitial } from '@billfold/core/features/onramp/onramp'
import {
  assetsOn,
  currenciesFor,
  onrampProvidersQuery,
  sameAsset,
} from '@billfold/core/features/onramp/onrampProvidersQuery'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { Onramp } from '@billfold/core/model/onramp'
import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'

const usualSums = ['100', '250', '500', '1000']
const nothing: OnrampAsset = { chainId: '', address: null, symbol: '', name: '', decimals: 0 }

/** The form's values, limited to the visitor's country; requests no price. */
export function useBuyDraft({ draft, country, subdivision }: Onramp = onrampInitial) {
  const network = useSelect(activeNetwork)
  const sellers = useKitQuery(onrampProvidersQuery(useKit(), country, subdivision))
  const { providers = [], countries = [], asksCountry = false, asksSubdivision = false } = sellers.data ?? {}
  const assets = network ? assetsOn(providers, network) : []
  const asset = assets.find((each) => draft.asset && sameAsset(each, draft.asset)) ?? assets[0]
  const currencies = asset ? currenciesFor(providers, asset) : []
  const currency = pick(currencies, draft.currency) ?? pick(currencies, 'USD') ?? currencies[0] ?? 'USD'
  const decimals = currencyDecimals(currency)
  const read = readMoney(draft, decimals)
  const limits = offersOf(providers, { asset: asset ?? nothing, currency, pays: '0' })
  return {
    draft,
    network,
    sellers,
    providers,
    assets,
    asset,
    wanted: { asset: asset ?? nothing, currency },
    currencies,
    currency,
    decimals,
    read,
    pays: 'units' in read ? decimalOf({ amount: read.units, decimals }) : '',
    /** A sum that someone takes. */
    probe: usualSums.find((sum) => isWithin(limits, sum)) ?? minimumOf(limits),
    sums: sumsOf(limits),
    country,
    /** The countries where it is sold; empty means everywhere. */
    countries,
    asksCountry,
    subdivision,
    asksSubdivision,
    /** There are no prices before the visitor has chosen their country. */
    lacksCountry: (asksCountry && country === undefined) || (asksSubdivision && subdivision === undefined),
  }
}

export type BuyFilled = ReturnType<typeof useBuyDraft>

const pick = (list: readonly string[], one: string | undefined) => list.find((each) => each === one)

type Limits = readonly { min: string; max: string }[]
const isWithin = (limits: Limits, sum: string) =>
  limits.some(({ min, max }) => moneyUnits(sum) >= moneyUnits(min) && moneyUnits(sum) <= moneyUnits(max))
const minimumOf = (limits: Limits) =>
  limits.reduce((least, { min }) => (moneyUnits(min) < moneyUnits(least) ? min : least), limits[0]?.min ?? '0')

/** Sums to choose from: the usual ones, or where a currency counts otherwise, what its smallest sum leads to. */
function sumsOf(limits: Limits): readonly string[] {
  const usual = usualSums.filter((sum) => isWithin(limits, sum))
  if (usual.length > 1 || limits.length === 0) return usual
  const [whole = '0'] = minimumOf(limits).split('.')
  return [1n, 2n, 5n, 10n].map((times) => `${BigInt(whole) * times}`).filter((sum) => isWithin(limits, sum))
}
