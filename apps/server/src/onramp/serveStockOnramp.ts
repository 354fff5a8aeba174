import type { OnrampAsset, OnrampProvider, OnrampQuote } from '@billfold/protocol/api/onramp'
import { onrampStockApi, onrampStockRoutes } from '@billfold/protocol/api/onrampStock'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { KitError } from '@billfold/protocol/error'
import { formatMoney, parseMoney } from '@billfold/protocol/moneyText'
import type { Hono } from 'hono'
import type { Chains } from '../chains/createChains.ts'
import { isAccountAddress } from '../chains/isChainAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { serveContract } from '../http/serveContract.ts'
import type { Onramp } from './createOnramp.ts'
import type { OnrampContext } from './serveOnramp.ts'
import { networkNamed, networkOf } from './soldNetworks.ts'

type Deps = { onramp: Onramp | undefined; chains: Chains; contextOf(c: RequestContext): Promise<OnrampContext> }

/** The sum of a link without one. */
const usualSum = '100.00'
const nothing = () => new KitError('not_found', { message: 'This server has no on-ramp provider.' })
const refuse = (message: string) => new KitError('invalid_input', { message })

/**
 * Buying in the terms of existing clients. They know one provider, Coinbase: another one of the operator's takes its
 * place.
 */
export function serveStockOnramp(app: Hono<Environment>, { onramp, chains, contextOf }: Deps) {
  async function seller(
    { country, subdivision }: Pick<StockRequest, 'country' | 'subdivision'>,
    signal: AbortSignal,
  ): Promise<OnrampProvider> {
    if (!onramp) throw nothing()
    const place = { country: country?.toUpperCase(), subdivision: subdivision?.toUpperCase() }
    const { providers } = await onramp.list({ projectId: '', ...place }, signal)
    const provider = providers.find(({ id }) => id === 'coinbase') ?? providers[0]
    if (!provider) throw nothing()
    return provider
  }

  async function quote(from: OnrampProvider, asset: OnrampAsset | undefined, wish: StockRequest, signal: AbortSignal) {
    if (!asset) throw refuse(`${from.name} does not sell this asset.`)
    return onramp!.quote({ projectId: '', provider: from.id, asset, ...wish }, signal)
  }

  serveContract(
    app,
    onrampStockApi,
    onrampStockRoutes,
    {
      async generateOnrampUrl({ destinationWallets, defaultNetwork, presetFiatAmount }, context: OnrampContext) {
        await context.takeOrder()
        const from = await seller({}, context.signal)
        const wallets = destinationWallets.flatMap(({ address, assets: wanted = [] }) =>
          from.assets
            .filter((asset) => {
              const chain = chains.get(asset.chainId)
              return chain && isAccountAddress(chain, address)
            })
            .map((asset) => ({ address, asset, isWanted: wanted.includes(asset.symbol) })),
        )
        const best =
          wallets.find(({ asset }) => defaultNetwork && isOn(asset, defaultNetwork)) ??
          wallets.find(({ isWanted }) => isWanted) ??
          wallets[0]
        const limit = from.limits.find(({ currency }) => currency === 'USD') ?? from.limits[0]
        if (!best || !limit) throw refuse(`${from.name} does not sell to this address.`)
        const { currency, method } = limit
        const pays = presetFiatAmount ? moneyOf(presetFiatAmount) : within(usualSum, limit)
        const wish = { provider: from.id, asset: best.asset, currency, method, pays, address: best.address }
        return { url: (await onramp!.create(wish, context)).url }
      },

      async getOnrampOptions(_, { signal }) {
        const from = await seller({}, signal)
        const paymentCurrencies = limitsOf(from).map(({ id, limits }) => ({ id, payment_method_limits: limits }))
        return { paymentCurrencies, purchaseCurrencies: currenciesOf(chains, from) }
      },

      async getStockQuote({ purchaseCurrency, paymentCurrency, amount, network }, { signal, takeQuote }) {
        await takeQuote()
        const from = await seller({}, signal)
        const same = from.assets.filter(({ symbol }) => symbol === purchaseCurrency.symbol)
        const named = [network ?? '', ...(purchaseCurrency.networks ?? []).map(({ name }) => name)]
        const asset = named.flatMap((name) => same.find((each) => isOn(each, name)) ?? [])[0] ?? same[0]
        const currency = paymentCurrency.id
        const method = from.limits.find((each) => each.currency === currency)?.method ?? 'card'
        const offer = await quote(from, asset, { currency, method, pays: moneyOf(amount) }, signal)
        const { parts, subtotal, coins } = partsOf(offer)
        const in_ = (value: bigint) => ({ amount: formatMoney(value), currency })
        return {
          ...{
            paymentTotal: in_(parseMoney(offer.pays)),
            paymentSubtotal: in_(subtotal),
            quoteId: offer.quoteId ?? '',
          },
          ...{ purchaseAmount: { amount: coins, currency: offer.asset.symbol } },
          ...{ coinbaseFee: in_(parts.seller), networkFee: in_(parts.network) },
        }
      },

      async getBuyOptions({ country, subdivision }, { signal }) {
        const from = await seller({ country, subdivision }, signal)
        const purchaseCurrencies = currenciesOf(chains, from).map(({ networks, ...currency }) => ({
          ...currency,
          networks: networks.map(({ name, display_name, chain_id, contract_address }) => ({
            ...{ name, displayName: display_name, chainId: chain_id, contractAddress: contract_address },
          })),
        }))
        return { paymentCurrencies: limitsOf(from), purchaseCurrencies }
      },

      async getBuyQuotes(input, { signal, takeQuote }) {
        await takeQuote()
        const from = await seller(input, signal)
        const { purchaseNetwork, paymentCurrency: currency, paymentMethod } = input
        const same = from.assets.filter(({ symbol }) => symbol === input.purchaseCurrency)
        const asset = purchaseNetwork ? same.find((each) => isOn(each, purchaseNetwork)) : same[0]
        // The public server's clients write methods in capitals.
        const method = paymentMethod.toLowerCase()
        const place = { country: input.country.toUpperCase(), subdivision: input.subdivision?.toUpperCase() }
        const wish = { currency, method, pays: moneyOf(input.paymentAmount), ...place }
        const offer = await quote(from, asset, wish, signal)
        const { parts, subtotal, coins } = partsOf(offer)
        const in_ = (value: bigint) => ({ value: formatMoney(value), currency })
        return {
          ...{
            paymentTotal: in_(parseMoney(offer.pays)),
            paymentSubTotal: in_(subtotal),
            quoteId: offer.quoteId ?? '',
          },
          ...{ purchaseAmount: { value: coins, currency: offer.asset.symbol } },
          ...{ coinbaseFee: in_(parts.seller), networkFee: in_(parts.network) },
        }
      },
    },
    contextOf,
  )
}

type StockRequest = {
  currency: string
  method: string
  pays: string
  country?: string | undefined
  subdivision?: string | undefined
}

/** Validates a sum of money; rejects one that is finer than any currency. */
function moneyOf(sum: string | number): string {
  const text = String(sum)
  if (!/^\d{1,12}(?:\.\d{1,4})?$/.test(text)) throw refuse('Invalid amount.')
  return text
}

function within(sum: string, { min, max }: { min: string; max: string }): string {
  if (parseMoney(sum) < parseMoney(min)) return min
  return parseMoney(sum) > parseMoney(max) ? max : sum
}

/** Existing clients know two fees: the network's, and everything else. */
function partsOf({ fees, pays, gets, asset }: OnrampQuote) {
  const parts = { network: 0n, seller: 0n }
  for (const { name, amount } of fees) parts[/network/i.test(name) ? 'network' : 'seller'] += parseMoney(amount)
  const coins = decimalOf({ amount: gets, decimals: asset.decimals })
  return { parts, subtotal: parseMoney(pays) - parts.network - parts.seller, coins }
}

/** A network's name on this wire. */
const nameOf = ({ chainId }: OnrampAsset) => networkOf(chainId)?.name ?? chainId

const isOn = (asset: OnrampAsset, name: string) => asset.chainId === (networkNamed(name)?.chainId ?? name)

const networksOf = (chains: Chains, assets: readonly OnrampAsset[]) =>
  assets.map((asset) => ({
    ...{ name: nameOf(asset), display_name: chains.get(asset.chainId)?.name ?? nameOf(asset) },
    ...{ chain_id: asset.chainId.split(':')[1] ?? '', contract_address: asset.address ?? '' },
  }))

const currenciesOf = (chains: Chains, { assets }: OnrampProvider) =>
  [...Map.groupBy(assets, ({ symbol }) => symbol)].map(([symbol, same]) => ({
    ...{ id: symbol, name: same[0]?.name ?? symbol, symbol, networks: networksOf(chains, same) },
  }))

const limitsOf = ({ limits }: OnrampProvider) =>
  [...Map.groupBy(limits, ({ currency }) => currency)].map(([id, same]) => ({
    id,
    limits: same.map(({ method, min, max }) => ({ id: method, min, max })),
  }))
