import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(400))
const country = z.string().check(z.regex(/^[A-Za-z]{2}$/))
/** Existing clients write amounts as numbers, too. */
const sum = z.union([z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,18})?$/)), z.number().check(z.nonnegative())])

const network = z.object({ name: text, display_name: text, chain_id: text, contract_address: text })
const limit = z.object({ id: text, min: text, max: text })
const amount = z.object({ amount: text, currency: text })
const value = z.object({ value: text, currency: text })

/** Buying, as AppKit 1.7's clients ask for it, and as their public server answers. */
export const onrampStockApi = {
  generateOnrampUrl: {
    input: z.object({
      ...caller,
      destinationWallets: z
        .array(
          z.object({
            address: plainAddress,
            blockchains: z.optional(z.array(text).check(z.maxLength(50))),
            assets: z.optional(z.array(text).check(z.maxLength(200))),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
      defaultNetwork: z.nullish(text),
      partnerUserId: z.nullish(text),
      defaultExperience: z.nullish(text),
      presetCryptoAmount: z.nullish(sum),
      presetFiatAmount: z.nullish(sum),
    }),
    output: z.object({ url: z.string() }),
  },
  getOnrampOptions: {
    input: z.object({ ...caller }),
    output: z.object({
      paymentCurrencies: z.array(z.object({ id: text, payment_method_limits: z.array(limit) })),
      purchaseCurrencies: z.array(z.object({ id: text, name: text, symbol: text, networks: z.array(network) })),
    }),
  },
  getStockQuote: {
    input: z.object({
      ...caller,
      purchaseCurrency: z.object({
        symbol: text,
        networks: z.optional(z.array(z.object({ name: text, chain_id: z.optional(text) })).check(z.maxLength(50))),
      }),
      paymentCurrency: z.object({ id: text }),
      amount: sum,
      /** AppKit 1.7 writes the token's symbol here. */
      network: z.nullish(text),
    }),
    output: z.object({
      ...{ paymentTotal: amount, paymentSubtotal: amount, purchaseAmount: amount, coinbaseFee: amount },
      ...{ networkFee: amount, quoteId: text },
    }),
  },
  getBuyOptions: {
    input: z.object({ ...caller, country, subdivision: z.optional(country) }),
    output: z.object({
      paymentCurrencies: z.array(z.object({ id: text, limits: z.array(limit) })),
      purchaseCurrencies: z.array(
        z.object({
          ...{ id: text, name: text, symbol: text },
          networks: z.array(z.object({ name: text, displayName: text, contractAddress: text, chainId: text })),
        }),
      ),
    }),
  },
  getBuyQuotes: {
    input: z.object({
      ...caller,
      purchaseCurrency: text,
      purchaseNetwork: z.optional(text),
      paymentAmount: sum,
      paymentCurrency: text,
      paymentMethod: text,
      country,
      subdivision: z.optional(country),
    }),
    output: z.object({
      // The public server's spelling differs here from the client's.
      ...{ paymentTotal: value, paymentSubTotal: value, purchaseAmount: value, coinbaseFee: value },
      ...{ networkFee: value, quoteId: text },
    }),
  },
} satisfies Contract

export const onrampStockRoutes = {
  generateOnrampUrl: { method: 'POST', path: '/v1/generators/onrampurl' },
  getOnrampOptions: { method: 'GET', path: '/v1/onramp/options' },
  getStockQuote: { method: 'POST', path: '/v1/onramp/quote' },
  getBuyOptions: { method: 'GET', path: '/v1/onramp/buy/options' },
  getBuyQuotes: { method: 'GET', path: '/v1/onramp/buy/quotes' },
} as const satisfies HttpRoutes<typeof onrampStockApi>
