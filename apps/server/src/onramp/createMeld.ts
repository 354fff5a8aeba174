import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { brokenAnswer } from '../providers/hosted/createHostedClient.ts'
import { decimalText, moneyText } from './decimalText.ts'
import type { OnrampProvider, PurchaseRequest, Report } from './onrampProvider.ts'
import { requestProvider } from './requestProvider.ts'
import { smallestUnits } from './smallestUnits.ts'
import { networkNamed, networkOf, soldAsset } from './soldNetworks.ts'
import { forged } from './stampedSignature.ts'

type Options = {
  apiKey: string
  webhookSecret: string
  /** The exact URL of its webhooks, which is signed, too. */
  webhookUrl: string
  url?: string | undefined
  /** The URL of its page; the sandbox has another. */
  pageUrl?: string | undefined
  now?: () => Date
}

const name = 'Meld'
const text = z.string().check(z.maxLength(2_000))
const number = z.number().check(z.nonnegative())
const coin = z.object({
  currencyCode: text,
  chainId: z.nullish(text),
  contractAddress: z.nullish(text),
  chainCode: z.nullish(text),
})
const limit = z.object({ currencyCode: text, minimumAmount: number, maximumAmount: number })
const quotes = z.object({
  // Null, with a message for people, if no one sells it.
  quotes: z.nullish(
    z.array(
      z.object({
        serviceProvider: text,
        sourceAmount: number,
        destinationAmount: number,
        ...{ networkFee: z.nullish(number), transactionFee: z.nullish(number), partnerFee: z.nullish(number) },
      }),
    ),
  ),
})
const widget = z.object({ id: text, widgetUrl: text })
const transactionAnswer = z.object({
  transactions: z.array(
    z.object({
      id: text,
      status: text,
      ...{ sourceAmount: z.nullish(number), sourceCurrencyCode: z.nullish(text) },
      ...{ destinationAmount: z.nullish(number), destinationCurrencyCode: z.nullish(text) },
      cryptoDetails: z.nullish(
        z.object({
          ...{ destinationWalletAddress: z.nullish(text), walletAddress: z.nullish(text) },
          blockchainTransactionId: z.nullish(text),
        }),
      ),
    }),
  ),
})
const event = z.object({ eventType: text, payload: z.optional(z.object({ externalSessionId: z.nullish(text) })) })

const usualCountry = 'US'
const method = 'card'
const ownMethod = 'CREDIT_DEBIT_CARD'
const toleranceMs = 300_000

/**
 * Meld, which compares several sellers and shows the best one's page. Its webhooks name a transaction without details,
 * so each triggers a status request. The seller's page may change the sum, so the paid sum is reported.
 */
export function createMeld({
  apiKey,
  webhookSecret,
  webhookUrl,
  now = () => new Date(),
  ...options
}: Options): OnrampProvider {
  const page = options.pageUrl ?? 'https://meldcrypto.com'
  const connection = {
    ...{ name, url: options.url ?? 'https://api.meld.io' },
    headers: () => ({ authorization: `BASIC ${apiKey}`, 'meld-version': '2023-12-19' }),
  }
  const codes = new Map<string, string>()
  async function ask<T extends z.ZodMiniType>(schema: T, path: string, signal: AbortSignal, body?: unknown) {
    const answer = await requestProvider(connection, schema, path, signal, body)
    if (answer === undefined) throw brokenAnswer(name)
    return answer
  }

  async function list(country: string | undefined, signal: AbortSignal): Promise<OnrampAsset[]> {
    const query = `accountFilter=true&categories=CRYPTO_ONRAMP&countries=${country ?? usualCountry}`
    const all = await ask(z.array(z.unknown()), `/service-providers/properties/crypto-currencies?${query}`, signal)
    return all.flatMap((each) => {
      const entry = z.safeParse(coin, each).data
      const asset = entry && assetOf(entry)
      if (asset) codes.set(keyOf(asset), entry.currencyCode)
      return asset ? [asset] : []
    })
  }

  async function codeOf(asset: OnrampAsset, country: string | undefined, signal: AbortSignal): Promise<string> {
    if (!codes.has(keyOf(asset))) await list(country, signal)
    const code = codes.get(keyOf(asset))
    if (!code) throw new KitError('invalid_input', { message: `${name} does not sell this asset.` })
    return code
  }

  /** The best seller's quote. */
  async function best({ asset, currency, pays, country }: PurchaseRequest, signal: AbortSignal) {
    const body = {
      ...{ countryCode: country ?? usualCountry, sourceCurrencyCode: currency, sourceAmount: pays },
      ...{ destinationCurrencyCode: await codeOf(asset, country, signal), paymentMethodType: ownMethod },
    }
    const all = (await ask(quotes, '/payments/crypto/quote', signal, body)).quotes ?? []
    const [first] = all.toSorted((a, b) => b.destinationAmount - a.destinationAmount)
    if (!first)
      throw new KitError('invalid_input', { message: 'No seller offers this for that amount in your country.' })
    return first
  }

  return {
    id: 'meld',
    name,
    pageOrigins: [new URL(page).origin],
    fixesSum: false,
    asksCountry: true,
    lifeMs: 24 * 3_600_000,

    async offers(country, signal) {
      const query = `accountFilter=true&categories=CRYPTO_ONRAMP&countries=${country ?? usualCountry}`
      const [assets, limits] = await Promise.all([
        list(country, signal),
        ask(z.array(limit), `/service-providers/limits/fiat-currency-purchases?${query}`, signal),
      ])
      return { assets, limits: limits.flatMap(limitOf) }
    },

    async quote(wish, signal) {
      const { asset, currency } = wish
      const { serviceProvider, sourceAmount, destinationAmount, ...own } = await best(wish, signal)
      const [pays, gets] = [moneyText(sourceAmount), coinsOf(destinationAmount, asset.decimals)]
      if (!pays || !gets) throw brokenAnswer(name)
      const fees = { 'Provider fee': own.transactionFee, 'Network fee': own.networkFee, 'Partner fee': own.partnerFee }
      return {
        // The quoting provider is all that an order needs.
        ...{ quoteId: serviceProvider, endsAt: null, asset, currency, method, pays, gets, arrivesInSeconds: null },
        fees: Object.entries(fees).flatMap(([label, value]) =>
          value ? [{ name: label, amount: moneyText(value) ?? '0.00' }] : [],
        ),
      }
    },

    async begin({ reference, address, back, quoteId, ...wish }, signal) {
      const serviceProvider = quoteId ?? (await best(wish, signal)).serviceProvider
      const { asset, currency, pays, country } = wish
      const { id, widgetUrl } = await ask(widget, '/crypto/session/widget', signal, {
        sessionType: 'BUY',
        externalSessionId: reference,
        sessionData: {
          ...{
            countryCode: country ?? usualCountry,
            sourceCurrencyCode: currency,
            sourceAmount: pays,
            serviceProvider,
          },
          ...{ destinationCurrencyCode: await codeOf(asset, country, signal), walletAddress: address },
          ...{ paymentMethodType: ownMethod, ...(back ? { redirectUrl: back } : {}) },
        },
      })
      return { url: widgetUrl, providerOrder: id }
    },

    async status({ reference, asset }, signal) {
      const path = `/payments/transactions?externalSessionIds=${reference}`
      const last = (await requestProvider(connection, transactionAnswer, path, signal))?.transactions[0]
      if (!last) return undefined
      return reportOf(last, { reference, asset }, codes.get(keyOf(asset)))
    },

    readWebhook(headers, body) {
      requireMeldSignature(headers, body, webhookSecret, webhookUrl, now())
      const notice = z.safeParse(event, parseJson(body))
      if (!notice.success) throw new KitError('invalid_input', { message: 'This is not an event.' })
      const reference = notice.data.payload?.externalSessionId
      if (!notice.data.eventType.startsWith('TRANSACTION_CRYPTO_') || !reference) return []
      return [{ reference, status: 'created', isHint: true }]
    },
  }
}

/** As documented: base64url, padded, of an HMAC-SHA256 of `timestamp.url.body`. */
export function requireMeldSignature(headers: Headers, body: Uint8Array, secret: string, url: string, now: Date): void {
  const [signature, timestamp] = [headers.get('meld-signature') ?? '', headers.get('meld-signature-timestamp') ?? '']
  const expected = createHmac('sha256', secret).update(`${timestamp}.${url}.`).update(body).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw forged()
  // Documented as ISO 8601; one customer reports seconds.
  const at = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) * 1000 : Date.parse(timestamp)
  if (!(Math.abs(now.getTime() - at) <= toleranceMs)) throw forged()
}

const keyOf = ({ chainId, address }: Pick<OnrampAsset, 'chainId' | 'address'>) => `${chainId} ${address ?? ''}`

function assetOf({ chainId, contractAddress, chainCode }: z.infer<typeof coin>): OnrampAsset | undefined {
  const network = /^\d+$/.test(chainId ?? '')
    ? networkOf(`eip155:${chainId}`)
    : networkNamed(named[chainCode ?? ''] ?? '')
  return network && soldAsset(network, !contractAddress || /^0x0+$/.test(contractAddress) ? null : contractAddress)
}

/** Its names for networks without a number. */
const named: Readonly<Record<string, string>> = { SOLANA: 'solana', SOL: 'solana', BTC: 'bitcoin', BITCOIN: 'bitcoin' }

/** Its amounts may be finer than the coin. */
function coinsOf(value: number, decimals: number): string | undefined {
  const [whole = '', part = ''] = (decimalText(value) ?? '').split('.')
  return smallestUnits(part ? `${whole}.${part.slice(0, decimals) || '0'}` : whole, decimals)
}

/** A currency's limits, if its amounts are valid. */
function limitOf({ currencyCode: currency, minimumAmount, maximumAmount }: z.infer<typeof limit>) {
  const [min, max] = [moneyText(minimumAmount), moneyText(maximumAmount)]
  return /^[A-Z]{3}$/.test(currency) && min && max ? [{ currency, method, min, max }] : []
}

/** A transaction as a report; `code` is the asset's, if the list was read. */
function reportOf(
  transaction: z.infer<typeof transactionAnswer>['transactions'][number],
  { reference, asset }: { reference: string; asset: OnrampAsset },
  code: string | undefined,
): Report {
  const { cryptoDetails, destinationCurrencyCode, ...last } = transaction
  const status = statusOf(last.status)
  const isSame = !code || !destinationCurrencyCode || destinationCurrencyCode === code
  return {
    ...{ reference, status, asset: isSame ? undefined : 'unknown' },
    address: cryptoDetails?.destinationWalletAddress ?? cryptoDetails?.walletAddress ?? undefined,
    hash: cryptoDetails?.blockchainTransactionId ?? undefined,
    currency: last.sourceCurrencyCode ?? undefined,
    pays: last.sourceAmount ? moneyText(last.sourceAmount) : undefined,
    gets: last.destinationAmount ? coinsOf(last.destinationAmount, asset.decimals) : undefined,
    ...(status === 'failed' ? { reason: 'The provider could not complete the purchase.' } : {}),
  }
}

function statusOf(status: string): Report['status'] {
  if (status === 'SETTLED') return 'settled'
  if (status === 'SETTLING') return 'sent'
  if (status === 'PENDING') return 'paid'
  return /^(FAILED|DECLINED|CANCELLED|REFUNDED|VOIDED|ERROR)/.test(status) ? 'failed' : 'created'
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined // signed, but unreadable
  }
}
