import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { chainIdText, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(400))
const id = z.string().check(z.regex(/^[-_a-zA-Z0-9]{1,64}$/))
const url = z.string().check(z.regex(/^https?:\/\/[^\s]+$/), z.maxLength(4096))
/** Money of a country, `100.00`: never negative, and never a double. */
const money = z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,4})?$/))
/** ISO 4217. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
/** ISO 3166, two letters. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))
/** Of a country, ISO 3166-2 without the country: `NY`. */
const subdivision = z.string().check(z.regex(/^[A-Z]{2}$/))
/** A whole number of smallest units. */
const units = z.string().check(z.regex(/^\d{1,78}$/))
const isoTime = z.string().check(z.maxLength(40))

/** The asset to buy: a token, or the chain's native coin if it has no address. */
export const onrampAsset = z.object({
  chainId: chainIdText,
  address: z.nullable(plainAddress),
  symbol: text,
  name: text,
  decimals: z.int().check(z.nonnegative(), z.lte(77)),
})
export type OnrampAsset = z.infer<typeof onrampAsset>

/** How one can pay, and how much at a time. */
export const onrampLimit = z.object({ currency, method: id, min: money, max: money })
export type OnrampLimit = z.infer<typeof onrampLimit>

/** Someone who sells coins for money, as far as the operator offers them. */
const onrampProvider = z.object({
  id,
  name: text,
  assets: z.array(onrampAsset).check(z.maxLength(500)),
  limits: z.array(onrampLimit).check(z.maxLength(500)),
})
export type OnrampProvider = z.infer<typeof onrampProvider>

/** One part of what is paid that buys no coins. */
const onrampFee = z.object({ name: text, amount: money })

/** One provider's quote for an amount; the fees are part of the price. */
export const onrampQuote = z.object({
  provider: id,
  /** The provider's own name for it, if any; until then the price holds. */
  quoteId: z.nullable(text),
  endsAt: z.nullable(isoTime),
  asset: onrampAsset,
  currency,
  method: id,
  /** All that is paid. */
  pays: money,
  /** The amount that arrives, in smallest units. */
  gets: units,
  fees: z.array(onrampFee).check(z.maxLength(10)),
  /** The provider's estimate; null without one. */
  arrivesInSeconds: z.nullable(z.int().check(z.nonnegative())),
})
export type OnrampQuote = z.infer<typeof onrampQuote>

/** From the provider's page to the coins: `expired` was never paid, `failed` says why. */
export const onrampStatus = z.enum(['created', 'paid', 'sent', 'settled', 'failed', 'expired'])
export type OnrampStatus = z.infer<typeof onrampStatus>

export const onrampOrder = z.object({
  /** Anyone who knows it may read the order: 128 bits or more that no one can guess. */
  id,
  provider: id,
  status: onrampStatus,
  asset: onrampAsset,
  /** The account that gets the coins. */
  address: plainAddress,
  currency,
  pays: money,
  /** As the provider last said; it may differ from the quote. */
  gets: z.nullable(units),
  /** On the chain, once it was sent. */
  hash: z.nullable(plainAddress),
  /** Why it failed, for people to read. */
  reason: z.nullable(text),
  madeAt: isoTime,
  changedAt: isoTime,
})
export type OnrampOrder = z.infer<typeof onrampOrder>

/** A purchase: the asset and the amount. */
export const onrampWish = {
  asset: z.object({ chainId: chainIdText, address: z.nullable(plainAddress) }),
  currency,
  method: id,
  pays: money,
}
/** The visitor's place of residence, as far as known. */
const place = { country: z.optional(country), subdivision: z.optional(subdivision) }
const wanted = { provider: id, ...onrampWish }

/** Buying, as our own kit asks for it: each provider by itself, so that the first to answer is shown first. */
export const onrampApi = {
  /** Empty if the operator has no provider: then the kit shows nothing about buying. */
  getOnrampProviders: {
    input: z.object({ ...caller, ...place }),
    output: z.object({
      providers: z.array(onrampProvider).check(z.maxLength(20)),
      /** The countries where the operator's providers sell; empty means everywhere. */
      countries: z.array(country).check(z.maxLength(300)),
      /** Offers and prices depend on where the visitor lives: without a country they are a guess, or refused. */
      asksCountry: z.optional(z.boolean()),
      /** In this country they depend on the state as well. */
      asksSubdivision: z.optional(z.boolean()),
    }),
  },
  getOnrampQuote: {
    input: z.object({ ...caller, ...wanted, ...place }),
    output: onrampQuote,
  },
  /** Begins to buy: the page to pay on, and the order to follow. */
  createOnrampOrder: {
    input: z.object({
      ...caller,
      ...wanted,
      address: plainAddress,
      quoteId: z.optional(text),
      ...place,
      /** The URL that the provider sends the visitor back to; a page of the project's. */
      back: z.optional(url),
    }),
    output: z.object({ order: onrampOrder, url }),
  },
  getOnrampOrder: { input: z.object({ ...caller, id }), output: onrampOrder },
} satisfies Contract

export const onrampRoutes = {
  getOnrampProviders: { method: 'GET', path: '/v1/onramp/providers' },
  getOnrampQuote: { method: 'POST', path: '/v1/onramp/providers/:provider/quote' },
  createOnrampOrder: { method: 'POST', path: '/v1/onramp/orders' },
  getOnrampOrder: { method: 'GET', path: '/v1/onramp/orders/:id' },
} as const satisfies HttpRoutes<typeof onrampApi>
