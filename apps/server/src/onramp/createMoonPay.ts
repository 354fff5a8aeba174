import { createHmac } from 'node:crypto'
import type { OnrampAsset, OnrampLimit } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import { formatMoney, parseMoney } from '@billfold/protocol/moneyText'
import * as z from 'zod/mini'
import { brokenAnswer } from '../providers/hosted/createHostedClient.ts'
import { decimalText, moneyText } from './decimalText.ts'
import type { OnrampProvider, Report } from './onrampProvider.ts'
import { requestProvider } from './requestProvider.ts'
import { smallestUnits } from './smallestUnits.ts'
import { networkNamed, networkOf, soldAsset } from './soldNetworks.ts'
import { requireStamp } from './stampedSignature.ts'

type Options = {
  /** The publishable key, which is in every link. */
  apiKey: string
  /** Signs links. */
  secretKey: string
  /** Signs webhooks. */
  webhookKey: string
  url?: string | undefined
  pageUrl?: string | undefined
  now?: () => Date
}

const name = 'MoonPay'
const text = z.string().check(z.maxLength(2_000))
const number = z.number().check(z.nonnegative())
const metadata = z.nullish(
  z.object({ contractAddress: z.nullish(z.unknown()), chainId: z.nullish(text), networkCode: z.nullish(text) }),
)
const currency = z.object({
  code: text,
  type: text,
  ...{ minBuyAmount: z.nullish(number), maxBuyAmount: z.nullish(number) },
  ...{ isSuspended: z.nullish(z.boolean()), notAllowedCountries: z.nullish(z.array(text)) },
  metadata,
})
type Currency = z.infer<typeof currency>
const quoted = z.object({
  ...{ quoteCurrencyAmount: number, feeAmount: number, networkFeeAmount: number, totalAmount: number },
  extraFeeAmount: z.nullish(number),
})
const transaction = z.object({
  id: text,
  status: text,
  externalTransactionId: z.nullish(text),
  ...{ walletAddress: z.nullish(text), cryptoTransactionId: z.nullish(text), failureReason: z.nullish(text) },
  ...{ baseCurrencyAmount: z.nullish(number), quoteCurrencyAmount: z.nullish(number), feeAmount: z.nullish(number) },
  ...{ extraFeeAmount: z.nullish(number), networkFeeAmount: z.nullish(number) },
  ...{ currency: z.nullish(z.object({ metadata })), baseCurrency: z.nullish(z.object({ code: text })) },
})
const event = z.object({ type: text, data: z.unknown() })

const method = 'card'
const ownMethod = 'credit_debit_card'

/** MoonPay: a signed link to its page with a fixed sum; quotes, status by our reference, and signed webhooks. */
export function createMoonPay(options: Options): OnrampProvider {
  const { apiKey, secretKey, webhookKey, now = () => new Date() } = options
  const page = options.pageUrl ?? 'https://buy.moonpay.com'
  const connection = { name, url: options.url ?? 'https://api.moonpay.com', headers: () => ({}) }
  const codes = new Map<string, string>()

  async function list(signal: AbortSignal) {
    const currencies = await requestProvider(
      connection,
      z.array(z.unknown()),
      `/v3/currencies?apiKey=${apiKey}`,
      signal,
    )
    if (!currencies) throw brokenAnswer(name)
    // Some of its hundreds may have a newer schema: those are not sold here.
    const all = currencies.flatMap((each) => z.safeParse(currency, each).data ?? [])
    const sold = all.filter(({ type, isSuspended }) => type === 'crypto' && !isSuspended)
    for (const each of sold) {
      const asset = assetOf(each.metadata)
      if (asset && asset !== 'unknown') codes.set(keyOf(asset), each.code)
    }
    return { all, sold }
  }

  async function codeOf(asset: OnrampAsset, signal: AbortSignal): Promise<string> {
    if (!codes.has(keyOf(asset))) await list(signal)
    const code = codes.get(keyOf(asset))
    if (!code) throw new KitError('invalid_input', { message: `${name} does not sell this asset.` })
    return code
  }

  return {
    id: 'moonpay',
    asksCountry: true,
    name,
    pageOrigins: [new URL(page).origin],
    fixesSum: true,
    lifeMs: 24 * 3_600_000,

    async offers(country, signal) {
      const { all, sold } = await list(signal)
      const assets = sold.flatMap((each) => {
        const asset = assetOf(each.metadata)
        const isHere = country === undefined || !each.notAllowedCountries?.includes(country)
        return asset && asset !== 'unknown' && isHere ? [asset] : []
      })
      return { assets, limits: all.flatMap(limitOf) }
    },

    async quote({ asset, currency: fiat, pays }, signal) {
      const query = new URLSearchParams({
        ...{ apiKey, baseCurrencyCode: fiat.toLowerCase(), baseCurrencyAmount: pays, areFeesIncluded: 'true' },
        paymentMethod: ownMethod,
      })
      const path = `/v3/currencies/${await codeOf(asset, signal)}/buy_quote?${query}`
      const offer = await requestProvider(connection, quoted, path, signal)
      const gets = offer && smallestUnits(decimalText(offer.quoteCurrencyAmount) ?? '', asset.decimals)
      const total = offer && moneyText(offer.totalAmount)
      if (!offer || !gets || !total) throw brokenAnswer(name)
      const fees = {
        'MoonPay fee': offer.feeAmount,
        'Network fee': offer.networkFeeAmount,
        'Site fee': offer.extraFeeAmount ?? 0,
      }
      return {
        ...{ quoteId: null, endsAt: null, asset, currency: fiat, method, pays: total, gets, arrivesInSeconds: null },
        fees: Object.entries(fees).flatMap(([label, value]) =>
          value > 0 || label !== 'Site fee' ? [{ name: label, amount: moneyText(value) ?? '0.00' }] : [],
        ),
      }
    },

    async begin({ asset, currency: fiat, pays, address, reference, back }, signal) {
      const query = new URLSearchParams({
        ...{ apiKey, currencyCode: await codeOf(asset, signal), walletAddress: address },
        ...{ baseCurrencyCode: fiat.toLowerCase(), baseCurrencyAmount: pays, areFeesIncluded: 'true' },
        ...{ lockAmount: 'true', paymentMethod: ownMethod, externalTransactionId: reference },
        ...(back ? { redirectURL: back } : {}),
      })
      // Over the query as sent, including its question mark.
      const signature = createHmac('sha256', secretKey).update(`?${query}`).digest('base64')
      return { url: `${page}?${query}&signature=${encodeURIComponent(signature)}` }
    },

    async status({ reference }, signal) {
      const path = `/v1/transactions/ext/${reference}?apiKey=${apiKey}`
      const transactions = await requestProvider(connection, z.array(transaction), path, signal)
      // It does not guarantee unique references: the most advanced one counts.
      const all = (transactions ?? []).flatMap((each) => toReport(each) ?? [])
      return all.sort((a, b) => rank(b) - rank(a))[0]
    },

    readWebhook(headers, body) {
      requireStamp(headers.get('moonpay-signature-v2'), body, webhookKey, now())
      const notice = z.safeParse(event, parseJson(body))
      if (!notice.success) throw new KitError('invalid_input', { message: 'This is not an event.' })
      // It also sends other events: customers, sales, swaps.
      if (!/^transaction_(created|updated|failed)$/.test(notice.data.type)) return []
      const sold = z.safeParse(transaction, notice.data.data)
      if (!sold.success) throw new KitError('invalid_input', { message: 'This is not a transaction.' })
      const report = toReport(sold.data)
      return report ? [report] : []
    },
  }
}

const rank = ({ status }: Report) => ['failed', 'created', 'paid', 'sent', 'settled'].indexOf(status)
const keyOf = ({ chainId, address }: Pick<OnrampAsset, 'chainId' | 'address'>) => `${chainId} ${address ?? ''}`

/** The asset of one of its currencies; undefined if it does not say, `unknown` if we do not know it. */
function assetOf(where: z.infer<typeof metadata>): OnrampAsset | 'unknown' | undefined {
  if (!where?.networkCode && !where?.chainId) return undefined
  const isEvm = /^\d+$/.test(where.chainId ?? '') && !['solana', 'bitcoin'].includes(where.networkCode ?? '')
  const network = isEvm ? networkOf(`eip155:${where.chainId}`) : networkNamed(where.networkCode ?? '')
  if (!network) return 'unknown'
  const contract = typeof where.contractAddress === 'string' ? where.contractAddress : ''
  return soldAsset(network, contract === '' || /^0x0+$/.test(contract) ? null : contract) ?? 'unknown'
}

function limitOf({ type, code, minBuyAmount, maxBuyAmount }: Currency): OnrampLimit[] {
  const fiat = code.toUpperCase()
  if (type !== 'fiat' || !/^[A-Z]{3}$/.test(fiat) || !minBuyAmount || !maxBuyAmount) return []
  const [min, max] = [moneyText(minBuyAmount), moneyText(maxBuyAmount)]
  return min && max ? [{ currency: fiat, method, min, max }] : []
}

function toReport(purchase: z.infer<typeof transaction>): Report | undefined {
  if (!purchase.externalTransactionId) return undefined
  const parts = [purchase.baseCurrencyAmount, purchase.feeAmount, purchase.extraFeeAmount, purchase.networkFeeAmount]
  // The card's charge: all parts together, whether or not the buyer included the fees in the sum.
  const sums = parts.map((part) => moneyText(part ?? 0))
  const isKnown = purchase.baseCurrencyAmount != null && sums.every((sum) => sum !== undefined)
  const asset = assetOf(purchase.currency?.metadata)
  const amount = purchase.quoteCurrencyAmount ? decimalText(purchase.quoteCurrencyAmount) : undefined
  return {
    ...{ reference: purchase.externalTransactionId, providerOrder: purchase.id },
    status: statusOf(purchase.status, Boolean(purchase.cryptoTransactionId)),
    ...{ address: purchase.walletAddress ?? undefined, hash: purchase.cryptoTransactionId ?? undefined },
    ...{ asset, currency: purchase.baseCurrency?.code.toUpperCase(), getsDecimal: amount },
    pays: isKnown ? formatMoney(sums.reduce((total, sum) => total + parseMoney(sum ?? '0'), 0n)) : undefined,
    reason:
      purchase.status === 'failed' ? (purchase.failureReason ?? 'MoonPay could not complete the purchase.') : undefined,
  }
}

function statusOf(status: string, isSent: boolean): Report['status'] {
  if (status === 'completed') return 'settled'
  if (status === 'failed') return 'failed'
  if (status === 'pending') return isSent ? 'sent' : 'paid'
  return 'created' // waits for the bank, or for the card's owner
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined // signed, but unreadable
  }
}
