import type { OnrampAsset, OnrampOrder, onrampApi } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Input, Output } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { parseMoney } from '@billfold/protocol/moneyText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kysely } from 'kysely'
import type { Chains } from '../chains/createChains.ts'
import { isAccountAddress } from '../chains/isChainAddress.ts'
import type { Schema } from '../db/schema.ts'
import { requireOrigin } from '../http/admitProject.ts'
import type { Log } from '../log/createLog.ts'
import type { KnownProject } from '../projects/createProjectLookup.ts'
import { brokenAnswer } from '../providers/hosted/createHostedClient.ts'
import { createOffers, type Offers } from './createOffers.ts'
import { createOrderStatus } from './createOrderStatus.ts'
import { createOrders, describeOrder } from './createOrders.ts'
import type { OnrampProvider, PurchaseRequest } from './onrampProvider.ts'

type Api = typeof onrampApi
type Deps = {
  providers: readonly OnrampProvider[]
  /** Countries where the operator sells; empty means everywhere. */
  countries: readonly string[]
  db: Kysely<Schema>
  chains: Chains
  log: Log
  now?: () => Date
}
export type Onramp = ReturnType<typeof createOnramp>
/** The buyer of an order. */
export type Buyer = { project: KnownProject; signal: AbortSignal; ip: string | undefined }

/** Age up to which reading an account refreshes its unfinished orders. */
const recentMs = 24 * 3_600_000
/** Buying coins for money: offers, quotes, and the status of orders. */
export function createOnramp({ providers, countries, db, chains, log, now = () => new Date() }: Deps) {
  const orders = createOrders(db, now)
  const readOffers = createOffers(chains, log)
  const findProvider = (id: string) => providers.find((provider) => provider.id === id)
  const { take, ask, hasFailed, look } = createOrderStatus({ orders, findProvider, log, now })

  function requireProvider(id: string): OnrampProvider {
    const provider = findProvider(id)
    if (!provider) throw new KitError('not_found', { message: 'This server has no such provider.' })
    return provider
  }
  const sellsIn = (country: string | undefined) =>
    countries.length === 0 || (country !== undefined && countries.includes(country))

  /** Matches a request with the provider's offer; rejects anything else before it reaches the provider. */
  async function check(provider: OnrampProvider, wish: Wanted, signal: AbortSignal): Promise<PurchaseRequest> {
    const { country } = wish
    if (!sellsIn(country))
      throw refuse(country === undefined ? 'The country is missing.' : 'This is not offered in your country.')
    const offers = await readOffers(provider, wish, signal)
    return matchOffer(provider, wish, offers)
  }

  return {
    providers,
    countries,
    orders,

    async list(
      { country, subdivision }: Input<Api, 'getOnrampProviders'>,
      signal: AbortSignal,
    ): Promise<Output<Api, 'getOnrampProviders'>> {
      const asksCountry = countries.length > 0 || providers.some((provider) => provider.asksCountry)
      const asksSubdivision = providers.some(
        ({ asksSubdivisionIn = [] }) => country !== undefined && asksSubdivisionIn.includes(country),
      )
      const places = { countries: [...countries], asksCountry, ...(asksSubdivision ? { asksSubdivision } : {}) }
      if (country !== undefined && !sellsIn(country)) return { providers: [], ...places }
      const offers = await Promise.all(
        providers.map(async (provider) => {
          const { id, name } = provider
          // A provider that cannot list its assets offers none.
          const offered = await readOffers(provider, { country, subdivision }, signal).catch(() => undefined)
          return offered && offered.assets.length > 0 && offered.limits.length > 0 ? [{ id, name, ...offered }] : []
        }),
      )
      return { providers: offers.flatMap((offer) => offer ?? []), ...places }
    },

    async quote({ provider: id, ...wanted }: Input<Api, 'getOnrampQuote'>, signal: AbortSignal) {
      const provider = requireProvider(id)
      const wish = await check(provider, wanted, signal)
      const quote = await provider.quote(wish, signal)
      if (!isSame(quote.asset, wish.asset) || quote.currency !== wish.currency) throw brokenAnswer(provider.name)
      return { ...quote, provider: id }
    },

    async create(wanted: Omit<Input<Api, 'createOnrampOrder'>, 'projectId'>, { project, signal, ip }: Buyer) {
      const provider = requireProvider(wanted.provider)
      const { address, back, quoteId } = wanted
      if (back !== undefined) requirePage(back, project)
      const wish = await check(provider, wanted, signal)
      const chain = chains.get(wish.asset.chainId)
      if (!chain || !isAccountAddress(chain, address))
        throw refuse(`This is not an address on ${chain?.name ?? 'that chain'}.`)
      const { asset, currency, method, pays } = wish
      // Stored first: a webhook can be faster than the response.
      const row = await orders.add({
        projectId: project.id,
        provider: provider.id,
        asset,
        address,
        currency,
        method,
        pays,
      })
      try {
        const begun = await provider.begin({ ...wish, reference: row.reference, address, quoteId, back, ip }, signal)
        assertOwnPage(provider, begun.url, log)
        await orders.begun(row.id, begun)
        return { order: describeOrder((await orders.find(row.id)) ?? row), url: begun.url }
      } catch (e) {
        await orders.drop(row.id)
        throw e
      }
    },

    async read(id: string, project: KnownProject, signal: AbortSignal): Promise<OnrampOrder> {
      const row = await orders.find(id)
      if (!row || row.project_id !== project.id) throw new KitError('not_found', { message: 'Order not found.' })
      return describeOrder(await look(row, signal))
    },

    /**
     * Purchases that arrived at an address or are on the way: nothing else, since anyone who knows the address may ask.
     */
    async sentTo(project: KnownProject, address: string, place: CaipNetworkId, signal: AbortSignal) {
      const since = new Date(now().getTime() - recentMs)
      const open = await orders.openFor(project.id, address, place, since, 5)
      await Promise.all(open.map((row) => look(row, signal)))
      return orders.sentTo(project.id, address, place, 50)
    },

    /** Processes a provider's webhook; rejects an unsigned one. */
    async hear(id: string, headers: Headers, body: Uint8Array, signal: AbortSignal): Promise<void> {
      const provider = requireProvider(id)
      if (!provider.readWebhook) throw new KitError('not_found', { message: 'This provider sends no webhooks.' })
      for (const report of provider.readWebhook(headers, body)) {
        // A late webhook must not revive a failed order: fetch its current status.
        const statusReport =
          report.isHint || (await hasFailed(provider, report))
            ? await ask(provider, report.reference ?? '', signal)
            : report
        if (statusReport) await take(provider, statusReport)
      }
    },
  }
}

const refuse = (message: string) => new KitError('invalid_input', { message })

/** The request with the offered asset; throws if the provider does not sell it so. */
function matchOffer({ name }: OnrampProvider, wish: Wanted, { assets, limits }: Offers): PurchaseRequest {
  const { currency, method, pays, country, subdivision } = wish
  const asset = assets.find((offered) => isSame(offered, wish.asset))
  if (!asset) throw refuse(`${name} does not sell this asset.`)
  const limit = limits.find((offered) => offered.currency === currency && offered.method === method)
  if (!limit) throw refuse(`${name} does not accept ${currency} by this payment method.`)
  if (parseMoney(pays) < parseMoney(limit.min)) throw refuse(`The minimum is ${limit.min} ${currency}.`)
  if (parseMoney(pays) > parseMoney(limit.max)) throw refuse(`The maximum is ${limit.max} ${currency}.`)
  return { asset, currency, method, pays, country, subdivision }
}

type Wanted = Omit<PurchaseRequest, 'asset' | 'country' | 'subdivision'> & {
  asset: Pick<OnrampAsset, 'chainId' | 'address'>
  country?: string | undefined
  subdivision?: string | undefined
}

function isSame(a: Pick<OnrampAsset, 'chainId' | 'address'>, b: Pick<OnrampAsset, 'chainId' | 'address'>): boolean {
  if (a.chainId !== b.chainId) return false
  return sameAddress(a.chainId as CaipNetworkId, a.address ?? undefined, b.address ?? undefined)
}

/** Rejects a payment page that is not the provider's. */
function assertOwnPage({ id, name, pageOrigins }: OnrampProvider, url: string, log: Log) {
  const page = URL.parse(url)
  if (page && pageOrigins.includes(page.origin)) return
  log.error({ provider: id }, 'on-ramp provider returned a foreign payment page')
  throw brokenAnswer(name)
}

/** Rejects a return URL that is not the project's. */
function requirePage(back: string, project: KnownProject) {
  const page = URL.parse(back)
  if (page?.username !== '' || page.password !== '')
    throw new KitError('invalid_input', { message: 'Invalid return URL.' })
  requireOrigin(page.origin, project)
}
