import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text, chainIdText, decimalText, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
const dollars = z.number().check(z.nonnegative())

/** An account's balance of one token, as every client of `/v1/account/{address}/balance` knows it. */
export const balance = z.object({
  name: text,
  symbol: text,
  chainId: chainIdText,
  /** CAIP-10; absent for the chain's own coin. */
  address: z.optional(caip10Text),
  /** In dollars; absent without a price. */
  value: z.optional(dollars),
  /** Of one token, in dollars; 0 where none is known. */
  price: dollars,
  quantity: z.object({ decimals: z.string().check(z.regex(/^\d{1,3}$/)), numeric: decimalText }),
  iconUrl: text,
  /** Source and time of the price: ours, other servers omit them. */
  priceSource: z.optional(text),
  pricedAt: z.optional(text),
  /** False when no list names this token: it came to the account by itself. Ours. */
  isListed: z.optional(z.boolean()),
})
export type Balance = z.infer<typeof balance>

export const balancesApi = {
  getBalance: {
    input: z.object({
      ...caller,
      address: plainAddress,
      currency: z.optional(z.literal('usd')),
      /** Without it, every chain of the server. */
      chainId: z.optional(chainIdText),
      /** CAIP-10 ids, comma-joined, whose balance must be read from the chain, not from a cache. */
      forceUpdate: z.optional(z.string().check(z.maxLength(20_000))),
    }),
    output: z.object({
      balances: z.array(balance),
      /** Which source knew the balances. Ours. */
      source: z.optional(text),
    }),
  },
} satisfies Contract

export const balancesRoutes = {
  getBalance: { method: 'GET', path: '/v1/account/:address/balance' },
} as const satisfies HttpRoutes<typeof balancesApi>
