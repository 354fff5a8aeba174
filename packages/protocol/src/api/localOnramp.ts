import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import type { HttpRoutes } from './http.ts'
import { onrampAsset, onrampLimit, onrampOrder, onrampQuote, onrampWish } from './onramp.ts'

const id = z.string().check(z.regex(/^[-_a-zA-Z0-9]{1,64}$/))
const url = z.string().check(z.regex(/^https?:\/\/[^\s]+$/), z.maxLength(4096))

/** An order as the local network's seller reports it, in responses and webhooks. */
const localOnrampOrder = z.object({
  id,
  /** The buyer's server's own name for it. */
  reference: id,
  status: onrampOrder.shape.status,
  asset: onrampWish.asset,
  address: onrampOrder.shape.address,
  currency: onrampWish.currency,
  pays: onrampWish.pays,
  gets: onrampQuote.shape.gets,
  hash: onrampOrder.shape.hash,
  reason: onrampOrder.shape.reason,
})
export type LocalOnrampOrder = z.infer<typeof localOnrampOrder>

/** The body of its webhooks; the header is `Billfold-Signature: t=…,s=…`, an HMAC-SHA256 of `t.body`. */
export const localOnrampEvent = z.object({ type: z.literal('order'), order: localOnrampOrder })

/** Our server's requests to the seller of coins on the local network. */
export const localOnrampApi = {
  getOffers: {
    input: z.object({}),
    output: z.object({ assets: z.array(onrampAsset), limits: z.array(onrampLimit) }),
  },
  createQuote: {
    input: z.object(onrampWish),
    output: z.object({
      id,
      endsAt: z.string(),
      asset: onrampAsset,
      gets: onrampQuote.shape.gets,
      fees: onrampQuote.shape.fees,
      arrivesInSeconds: z.int(),
    }),
  },
  createOrder: {
    input: z.object({
      ...onrampWish,
      quoteId: z.optional(id),
      address: onrampOrder.shape.address,
      reference: id,
      back: z.optional(url),
    }),
    output: z.object({ id, url, gets: onrampQuote.shape.gets }),
  },
  getOrder: { input: z.object({ id }), output: localOnrampOrder },
} satisfies Contract

export const localOnrampRoutes = {
  getOffers: { method: 'GET', path: '/api/offers' },
  createQuote: { method: 'POST', path: '/api/quotes' },
  createOrder: { method: 'POST', path: '/api/orders' },
  getOrder: { method: 'GET', path: '/api/orders/:id' },
} as const satisfies HttpRoutes<typeof localOnrampApi>
