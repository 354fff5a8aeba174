import type { OnrampAsset, OnrampLimit } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { brokenAnswer } from '../providers/hosted/createHostedClient.ts'
import type { CdpToken } from './createCdpToken.ts'
import { decimalText, moneyText } from './decimalText.ts'
import type { OnrampProvider } from './onrampProvider.ts'
import { type ProviderConnection, requestProvider } from './requestProvider.ts'
import { smallestUnits } from './smallestUnits.ts'
import { networkNamed, networkOf, soldAsset } from './soldNetworks.ts'

type Options = {
  token: CdpToken
  url?: string | undefined
  /** The URL of its page; the sandbox has another. */
  pageUrl?: string | undefined
}

const name = 'Coinbase'
const text = z.string().check(z.maxLength(2_000))
const amount = z.object({ value: text, currency: text })
/** The default country, which the API requires. */
const usualCountry = 'US'

/** Its documentation has both `payment_total` and `paymentTotal` for the same things. */
const camel = z.transform(function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelKeys(each),
    ]),
  )
})

const options = z.pipe(
  camel,
  z.object({
    paymentCurrencies: z.array(z.object({ id: text, limits: z.array(z.object({ id: text, min: text, max: text })) })),
    purchaseCurrencies: z.array(
      z.object({
        symbol: text,
        networks: z.array(z.object({ name: text, contractAddress: z.nullish(text) })),
      }),
    ),
  }),
)
const quoted = z.pipe(
  camel,
  z.object({
    ...{ paymentTotal: amount, purchaseAmount: amount, coinbaseFee: amount, networkFee: amount },
    quoteId: text,
  }),
)
const session = z.object({ token: text })
const transactions = z.pipe(
  camel,
  z.object({
    transactions: z.array(
      z.object({
        status: text,
        ...{ purchaseCurrency: z.nullish(text), purchaseNetwork: z.nullish(text), purchaseAmount: z.nullish(amount) },
        ...{ paymentTotal: z.nullish(amount), txHash: z.nullish(text), walletAddress: z.nullish(text) },
      }),
    ),
  }),
)

/**
 * Coinbase Onramp, with a session token per order, the only way since 2025-07-31. The visitor may change the sum on its
 * page, so the paid sum is reported. Its status is polled; its webhooks are not used.
 */
export function createCoinbaseOnramp({ token, url, pageUrl }: Options): OnrampProvider {
  const base = url ?? 'https://api.developer.coinbase.com'
  const page = pageUrl ?? 'https://pay.coinbase.com/buy/select-asset'
  const connection: ProviderConnection = {
    name,
    url: base,
    headers: async (method, path) => ({
      authorization: `Bearer ${await token(method, `${new URL(base).host}${path.split('?')[0]}`)}`,
    }),
  }
  async function ask<T extends z.ZodMiniType>(schema: T, path: string, signal: AbortSignal, body?: unknown) {
    const answer = await requestProvider(connection, schema, `/onramp/v1${path}`, signal, body)
    if (answer === undefined) throw brokenAnswer(name)
    return answer
  }

  return {
    id: 'coinbase',
    name,
    pageOrigins: [new URL(page).origin],
    fixesSum: false,
    asksCountry: true,
    // Some states have fewer coins and payment methods.
    asksSubdivisionIn: ['US'],
    // A session token lasts minutes, but a page opened in time may stay in use.
    lifeMs: 24 * 3_600_000,

    async offers(country, signal, subdivision) {
      const { paymentCurrencies, purchaseCurrencies } = await ask(
        options,
        `/buy/options?${new URLSearchParams(placeOf(country, subdivision))}`,
        signal,
      )
      const assets = purchaseCurrencies.flatMap(({ symbol, networks }) =>
        networks.flatMap((each) => {
          const network = networkNamed(each.name)
          if (!network) return []
          const isCoin = symbol === network.coin.symbol
          const asset = isCoin ? soldAsset(network, null) : soldAsset(network, each.contractAddress || 'none')
          return asset?.symbol === symbol ? [asset] : []
        }),
      )
      const limits = paymentCurrencies.flatMap(({ id, limits: own }) =>
        own.flatMap((limit): OnrampLimit[] => {
          const [min, max] = [moneyText(limit.min), moneyText(limit.max)]
          const isFit = /^[A-Z]{3}$/.test(id) && min && max
          return isFit ? [{ currency: id, method: limit.id.toLowerCase(), min, max }] : []
        }),
      )
      return { assets, limits }
    },

    async quote({ asset, currency, method, pays, country, subdivision }, signal) {
      const offer = await ask(quoted, '/buy/quote', signal, {
        ...{ purchaseCurrency: asset.symbol, purchaseNetwork: nameOf(asset), paymentAmount: pays },
        ...{ paymentCurrency: currency, paymentMethod: method.toUpperCase(), ...placeOf(country, subdivision) },
      })
      const gets = smallestUnits(cut(offer.purchaseAmount.value, asset.decimals), asset.decimals)
      const [total, fee, networkFee] = [offer.paymentTotal, offer.coinbaseFee, offer.networkFee].map(({ value }) =>
        moneyText(value),
      )
      if (!gets || !total || !fee || !networkFee) throw brokenAnswer(name)
      return {
        ...{ quoteId: offer.quoteId.slice(0, 400), endsAt: null, asset, currency: offer.paymentTotal.currency, method },
        ...{ pays: total, gets, arrivesInSeconds: null },
        fees: [
          { name: 'Coinbase fee', amount: fee },
          { name: 'Network fee', amount: networkFee },
        ],
      }
    },

    async begin({ asset, currency, method, pays, address, reference, quoteId, back, ip }, signal) {
      if (!ip) throw new KitError('unavailable', { message: 'Coinbase needs to know where you are calling from.' })
      const { token: sessionToken } = await ask(session, '/token', signal, {
        ...{ addresses: [{ address, blockchains: [nameOf(asset)] }], assets: [asset.symbol], clientIp: ip },
      })
      const query = new URLSearchParams({
        ...{ sessionToken, defaultAsset: asset.symbol, defaultNetwork: nameOf(asset), presetFiatAmount: pays },
        ...{ fiatCurrency: currency, defaultPaymentMethod: method.toUpperCase(), partnerUserRef: reference },
        ...(quoteId ? { quoteId } : {}),
        ...(back ? { redirectUrl: back } : {}),
      })
      return { url: `${page}?${query}` }
    },

    async status({ reference, asset }, signal) {
      const history = await requestProvider(
        connection,
        transactions,
        `/onramp/v1/buy/user/${reference}/transactions?page_size=1`,
        signal,
      )
      const last = history?.transactions[0]
      const status = last && statusOf(last.status, Boolean(last.txHash))
      if (!status) return undefined
      const { walletAddress, purchaseNetwork, purchaseCurrency, paymentTotal, purchaseAmount, txHash } = last
      const isSame = networkNamed(purchaseNetwork ?? '')?.chainId === asset.chainId && purchaseCurrency === asset.symbol
      return {
        ...{ reference, status, address: walletAddress ?? undefined, hash: txHash ?? undefined },
        asset: purchaseNetwork && purchaseCurrency ? (isSame ? asset : 'unknown') : undefined,
        currency: paymentTotal?.currency,
        pays: paymentTotal ? moneyText(paymentTotal.value) : undefined,
        getsDecimal: purchaseAmount ? cut(purchaseAmount.value, asset.decimals) : undefined,
        ...(status === 'failed' ? { reason: 'Coinbase could not complete the purchase.' } : {}),
      }
    },
  }
}

/** The visitor's location; the state applies in the US only. */
const placeOf = (country = usualCountry, subdivision?: string) => ({
  country,
  ...(country === 'US' && subdivision ? { subdivision } : {}),
})

const nameOf = ({ chainId }: OnrampAsset): string => networkOf(chainId)?.name ?? ''

function statusOf(status: string, isSent: boolean) {
  if (status.endsWith('_SUCCESS')) return 'settled'
  if (status.endsWith('_FAILED')) return 'failed'
  if (status.endsWith('_IN_PROGRESS')) return isSent ? 'sent' : 'paid'
  return undefined // created, or a status unknown to us: nothing is known of the money
}

/** Estimates may be finer than the coin's units. */
function cut(value: string, decimals: number): string {
  const [whole = '', part = ''] = (decimalText(value) ?? '').split('.')
  return part ? `${whole}.${part.slice(0, decimals) || '0'}` : whole
}
