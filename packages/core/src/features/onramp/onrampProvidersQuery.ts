import type { OnrampAsset, OnrampProvider } from '@billfold/protocol/api/onramp'
import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import type { Network } from '../../model/network.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'

const nameLength = 40

/** The providers, and what they need to know first. */
export type Sellers = {
  providers: readonly OnrampProvider[]
  /** Countries they serve; empty means all. */
  countries: readonly string[]
  /** Offers depend on the visitor's country. */
  asksCountry: boolean
  /** And in this country on the state. */
  asksSubdivision: boolean
}

/** The providers for a country, as configured by the operator; empty without a server. */
export const onrampProvidersQuery = (kit: Kit, country?: string, subdivision?: string) => ({
  queryKey: [
    'onrampProviders',
    kit.options.apiUrl,
    kit.options.projectId,
    [country, subdivision].filter(Boolean).join('-'),
  ] as const,
  staleTime: 10 * 60_000,
  refetchInterval: retryIntervalMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Sellers> => {
    try {
      const {
        providers,
        countries,
        asksCountry = false,
        asksSubdivision = false,
      } = await kit.api.getOnrampProviders(placeOf(country, subdivision), signal)
      const clean = providers.map((each) => ({
        ...each,
        name: cleanText(each.name, nameLength) || each.id,
        assets: each.assets.map((asset) => ({
          ...asset,
          name: cleanText(asset.name, nameLength),
          symbol: cleanText(asset.symbol, 12),
        })),
      }))
      return { providers: clean, countries, asksCountry, asksSubdivision }
    } catch (e) {
      if (KitError.from(e).code === 'not_found') return nobody
      throw e
    }
  },
})

const nobody: Sellers = { providers: [], countries: [], asksCountry: false, asksSubdivision: false }

/** The visitor's country and state, as far as given. */
export const placeOf = (country: string | undefined, subdivision: string | undefined) => ({
  ...(country ? { country } : {}),
  ...(country && subdivision ? { subdivision } : {}),
})

/** Whether both are the same token or native coin. */
export const sameAsset = (a: Pick<OnrampAsset, 'chainId' | 'address'>, b: Pick<OnrampAsset, 'chainId' | 'address'>) =>
  a.chainId === b.chainId && sameAddress(a.chainId as never, a.address ?? undefined, b.address ?? undefined)

/** A network's assets, without duplicates. Drops a native coin whose decimals contradict the site's configuration. */
export function assetsOn(providers: readonly OnrampProvider[], network: Network): readonly OnrampAsset[] {
  const all = providers.flatMap(({ assets }) => assets).filter((asset) => isOf(asset, network))
  return all.filter((asset, at) => all.findIndex((other) => sameAsset(other, asset)) === at)
}

function isOf({ chainId, address, decimals, symbol }: OnrampAsset, { networkId, nativeCurrency }: Network): boolean {
  return chainId === networkId && symbol !== '' && (address !== null || decimals === nativeCurrency.decimals)
}

/** The currencies that an asset can be paid in, in the providers' order. */
export const currenciesFor = (providers: readonly OnrampProvider[], asset: OnrampAsset): readonly string[] => [
  ...new Set(sellersOf(providers, asset).flatMap(({ limits }) => limits.map(({ currency }) => currency))),
]

/** The providers that sell a token. */
export const sellersOf = (providers: readonly OnrampProvider[], asset: OnrampAsset): readonly OnrampProvider[] =>
  providers.filter(({ assets }) => assets.some((each) => sameAsset(each, asset) && each.decimals === asset.decimals))
