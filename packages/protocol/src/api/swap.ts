import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { caip10Text, chainIdText, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
/** A whole number of smallest units. */
const units = z.string().check(z.regex(/^\d{1,78}$/))
const hexData = z.string().check(z.maxLength(200_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const bps = z.int().check(z.nonnegative(), z.lte(10_000))
const isoTime = z.string().check(z.maxLength(40))

/** A token that can be swapped. */
const swapToken = z.object({
  name: text,
  symbol: text,
  /** CAIP-10; the chain's own coin has a placeholder (`nativeCoin.ts`). */
  address: caip10Text,
  decimals: z.int().check(z.nonnegative(), z.lte(77)),
  logoUri: z.nullable(text),
  /** Whether it accepts a signature instead of an approval; null if unknown. */
  eip2612: z.nullish(z.boolean()),
})
export type SwapToken = z.infer<typeof swapToken>

/** One step of a route. */
const swapHop = z.object({
  /** `Uniswap v3`, or what a source calls it. */
  exchange: text,
  from: caip10Text,
  to: caip10Text,
  /** The pool's own fee, which its price already holds. */
  feeBps: z.optional(bps),
})

/** A fee that comes off what the visitor gets, itemised: who gets it, how much of what. */
const swapFee = z.object({ name: text, token: caip10Text, amount: units, bps: z.optional(bps) })

/** A swap's quote. The first five fields are every client's; the rest is ours, and absent from other servers. */
const swapQuote = z.object({
  id: z.nullable(text),
  fromAmount: units,
  fromAccount: caip10Text,
  /** After every fee that the swap itself takes; gas aside. */
  toAmount: units,
  toAccount: caip10Text,
  source: z.optional(z.object({ id: text, name: text })),
  /** Less than this the chain refuses. */
  toAmountMin: z.optional(units),
  slippageBps: z.optional(bps),
  priceImpactBps: z.optional(z.int()),
  /** The price range of the last minutes; absent if the pools keep no history. */
  volatilityBps: z.optional(bps),
  fees: z.optional(z.array(swapFee)),
  route: z.optional(z.array(swapHop)),
  gas: z.optional(units),
  /** Of the approval that must come first, if one is missing. */
  approvalGas: z.optional(units),
  gasPrice: z.optional(units),
  /** Of both. */
  gasUsd: z.optional(z.number().check(z.nonnegative())),
  /** The visitor's final amount in units of the wanted token: output less all gas. Quotes are ranked by it. */
  netAmount: z.optional(z.string().check(z.regex(/^-?\d{1,78}$/))),
  /** The contract that needs an allowance; absent if the native coin is paid. */
  spender: z.optional(plainAddress),
  /** A signature that can stand for the approval. */
  permit: z.optional(z.enum(['eip2612', 'permit2'])),
  expiresAt: z.optional(isoTime),
  tookMs: z.optional(z.int().check(z.nonnegative())),
})
export type SwapQuote = z.infer<typeof swapQuote>

/**
 * Why there is no quote. `no_route`: no source leads from the one token to the other. `amount_too_small`: the output
 * would be zero. `would_fail`: its simulation fails. `busy`, `timeout`, `unavailable`: a source did not respond, so the
 * result is unknown; a retry helps, for `busy` after `retryAfter` seconds. Clients treat newer codes as `unavailable`.
 */
const noQuote = z.object({
  reason: z.catch(
    z.enum(['no_route', 'amount_too_small', 'would_fail', 'busy', 'timeout', 'unavailable']),
    'unavailable',
  ),
  retryAfter: z.optional(z.int().check(z.gte(1), z.lte(3_600))),
})
export type NoQuote = z.infer<typeof noQuote>

/** Why a source has no quote here. */
const silentSource = z.object({
  id: text,
  name: text,
  state: z.enum(['asked', 'none', 'failed', 'refused']),
  /** A readable reason, for the operator. */
  reason: z.optional(text),
  why: z.optional(noQuote),
})

/** How an account's balances would change: what was simulated, not what was promised. */
const balanceChange = z.object({ token: caip10Text, amount: z.string().check(z.regex(/^-?\d{1,78}$/)) })
const simulation = z.object({
  /** The reason of a failed simulation, as text. */
  failure: z.optional(text),
  changes: z.array(balanceChange),
  gas: z.optional(units),
})

const gasPriceText = z.string().check(z.regex(/^\d{1,30}$/))

/** Typed data for a signature in the place of an approval. */
const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: text, type: text }))),
  primaryType: text,
  message: z.record(z.string(), z.unknown()),
})

/** Swaps: paths, inputs and the first fields of the answers are AppKit's; the optional ones are ours. */
export const swapApi = {
  getSwapTokens: {
    input: z.object({ ...caller, chainId: chainIdText, address: z.optional(caip10Text) }),
    output: z.object({ tokens: z.array(swapToken) }),
  },
  /** Best first. `wait=first` answers as soon as one good quote is there; ask again with `wait=all` for the others. */
  getSwapQuotes: {
    input: z.object({
      ...caller,
      amount: units,
      userAddress: plainAddress,
      from: caip10Text,
      to: caip10Text,
      gasPrice: z.optional(gasPriceText),
      slippageBps: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(5_000))),
      /** A client that takes a token's own permit in the place of an approval is offered quotes that need one. */
      signs: z.optional(z.enum(['eip2612'])),
      wait: z.optional(z.enum(['first', 'all'])),
    }),
    output: z.object({
      quotes: z.array(swapQuote),
      silent: z.optional(z.array(silentSource)),
      /** The reason if there are no quotes although all sources responded. Older clients see an empty list, as ever. */
      why: z.optional(noQuote),
    }),
  },
  getSwapAllowance: {
    input: z.object({
      ...caller,
      tokenAddress: caip10Text,
      userAddress: caip10Text,
      spender: z.optional(plainAddress),
    }),
    output: z.object({ allowance: units }),
  },
  getGasPrice: {
    input: z.object({ ...caller, chainId: chainIdText }),
    output: z.object({ standard: gasPriceText, fast: gasPriceText, instant: gasPriceText }),
  },
  /** Of the exact amount, to a spender on the operator's list. A token that refuses to change an allowance gets a reset first. */
  buildSwapApproval: {
    input: z.object({
      ...caller,
      userAddress: caip10Text,
      from: caip10Text,
      to: caip10Text,
      amount: z.optional(units),
      spender: z.optional(plainAddress),
    }),
    output: z.object({
      tx: z.object({
        from: caip10Text,
        to: caip10Text,
        data: hexData,
        value: units,
        eip155: z.object({ gasPrice: gasPriceText }),
      }),
      /** To be sent first, if the token requires it. */
      reset: z.optional(z.object({ to: caip10Text, data: hexData })),
    }),
  },
  /** A signature to ask for instead of an approval. */
  buildSwapPermit: {
    input: z.object({ ...caller, quoteId: text, userAddress: caip10Text }),
    output: z.object({ permit: z.nullable(typedData) }),
  },
  buildSwap: {
    input: z.object({
      ...caller,
      amount: units,
      from: caip10Text,
      to: caip10Text,
      userAddress: caip10Text,
      eip155: z.optional(
        z.object({
          /** In percent, as existing clients say it. */
          slippage: z.optional(z.number().check(z.gte(0.01), z.lte(50))),
          permit: z.optional(hexData),
        }),
      ),
      /** Which of the quotes; without it, the best at this moment. */
      quoteId: z.optional(text),
      disableEstimate: z.optional(z.boolean()),
    }),
    output: z.object({
      tx: z.object({
        from: caip10Text,
        to: caip10Text,
        data: hexData,
        amount: units,
        eip155: z.object({ gas: units, gasPrice: gasPriceText }),
        /** The payment in the native coin. Ours; existing clients compute it themselves. */
        value: z.optional(units),
      }),
      quote: z.optional(swapQuote),
      simulation: z.optional(simulation),
    }),
  },
} satisfies Contract

/** A transaction that the server built for a swap. */
export type BuiltSwap = z.infer<typeof swapApi.buildSwap.output>['tx']

export const swapRoutes = {
  getSwapTokens: { method: 'GET', path: '/v1/convert/tokens' },
  getSwapQuotes: { method: 'GET', path: '/v1/convert/quotes' },
  getSwapAllowance: { method: 'GET', path: '/v1/convert/allowance' },
  getGasPrice: { method: 'GET', path: '/v1/convert/gas-price' },
  buildSwapApproval: { method: 'GET', path: '/v1/convert/build-approve' },
  buildSwapPermit: { method: 'POST', path: '/v1/convert/build-permit' },
  buildSwap: { method: 'POST', path: '/v1/convert/build-transaction' },
} as const satisfies HttpRoutes<typeof swapApi>
