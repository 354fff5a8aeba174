import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))

/** One token's price. */
const fungible = z.object({
  /** CAIP-10, as in the request. */
  address: z.optional(caip10Text),
  name: text,
  symbol: text,
  iconUrl: text,
  /** Of one token, in dollars. */
  price: z.number().check(z.nonnegative()),
  decimals: z.optional(z.int().check(z.nonnegative(), z.lte(255))),
  /** Source and time of the price: ours, other servers omit them. */
  source: z.optional(text),
  pricedAt: z.optional(text),
})
export type Fungible = z.infer<typeof fungible>

export const pricesApi = {
  /** Answers in the order asked; a token without a known price is left out. */
  getPrice: {
    input: z.object({
      ...caller,
      currency: z.literal('usd'),
      addresses: z.array(caip10Text).check(z.maxLength(100)),
    }),
    output: z.object({ fungibles: z.array(fungible) }),
  },
} satisfies Contract

export const pricesRoutes = {
  getPrice: { method: 'POST', path: '/v1/fungible/price' },
} as const satisfies HttpRoutes<typeof pricesApi>
