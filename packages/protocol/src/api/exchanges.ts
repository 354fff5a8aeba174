import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text } from './caipText.ts'

/** The path where AppKit from 1.7.5 on queries, by JSON-RPC, the exchanges that can fund a wallet. */
export const exchangesPath = '/v1/json-rpc'

const id = z.string().check(z.regex(/^[-_a-zA-Z0-9]{1,64}$/))
const ids = z.nullish(z.array(id).check(z.maxLength(100)))
/** CAIP-19 (`eip155:1/erc20:0x…`), a coin by its number in SLIP-44. */
const asset = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/))
/** A number as JavaScript writes it, `1e-7` among them. */
const amount = z.union([
  z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,20})?(?:e-\d{1,2})?$/)),
  z.number().check(z.nonnegative()),
])

/** Funding a wallet from an exchange, as *Fund wallet* of AppKit 1.8.0 asks for it. */
export const exchangesApi = {
  /** `amount` is in dollars or in tokens, as the caller likes. */
  reown_getExchanges: {
    input: z.object({
      page: z.nullish(z.int().check(z.nonnegative())),
      includeOnly: ids,
      exclude: ids,
      asset: z.nullish(asset),
      amount: z.nullish(amount),
    }),
    output: z.object({
      exchanges: z.array(z.object({ id, imageUrl: z.string(), name: z.string() })),
      total: z.int().check(z.nonnegative()),
    }),
  },
  reown_getExchangePayUrl: {
    input: z.object({ exchangeId: id, asset, /** In tokens. */ amount, recipient: caip10Text }),
    output: z.object({ url: z.string(), sessionId: z.string() }),
  },
  reown_getExchangeBuyStatus: {
    input: z.object({ exchangeId: id, sessionId: id }),
    output: z.object({
      status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']),
      txHash: z.optional(z.string()),
    }),
  },
} satisfies Contract
