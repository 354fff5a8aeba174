import * as z from 'zod/mini'
import type { Contract } from '../contract.ts'
import { chainIdText, decimalText, plainAddress } from './caipText.ts'
import { caller } from './caller.ts'
import type { HttpRoutes } from './http.ts'

const text = z.string().check(z.maxLength(4096))
const media = z.nullish(z.object({ url: z.nullish(text), content_type: z.nullish(text) }))

/** One movement within a transaction; snake_case as existing clients read it. */
const transfer = z.object({
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: decimalText }),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
  fungible_info: z.nullish(
    z.object({ name: z.nullish(text), symbol: z.nullish(text), icon: z.nullish(z.object({ url: z.nullish(text) })) }),
  ),
  nft_info: z.nullish(
    z.object({
      name: z.nullish(text),
      content: z.nullish(z.object({ preview: media, detail: media })),
      flags: z.object({ is_spam: z.boolean() }),
    }),
  ),
  /** Sender, recipient and token (CAIP-10): ours, other servers omit them. */
  from: z.optional(text),
  to: z.optional(text),
  token: z.optional(text),
  tokenId: z.optional(text),
  /** Why the client should list it apart: worth nothing, a look-alike, or an unlisted token. Ours. */
  suspicion: z.optional(z.enum(['zero_value', 'fake_symbol', 'unlisted'])),
})
export type Transfer = z.infer<typeof transfer>

/** An allowance, set or revoked (zero). Ours; other servers omit it. */
const approval = z.object({
  /** CAIP-10. */
  token: text,
  spender: text,
  /** Null where it is not counted: as much as there is, or a collection. */
  quantity: z.nullable(z.object({ numeric: decimalText })),
  fungible_info: transfer.shape.fungible_info,
  suspicion: z.optional(z.enum(['fake_symbol'])),
})
export type Approval = z.infer<typeof approval>

const transactionStatuses = [
  'confirmed',
  'failed',
  'pending',
  'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  'ONRAMP_TRANSACTION_STATUS_FAILED',
] as const

/** One transaction of an account's history, as every client of `/v1/account/{address}/history` knows it. */
export const transaction = z.object({
  id: text,
  metadata: z.object({
    /**
     * send, receive, trade, approve, mint, burn, deploy, execute …; ours also self (to the account itself), and on Solana open and
     * close (a token account) and memo. Clients show what they do not know as it is.
     */
    operationType: text,
    hash: text,
    chain: chainIdText,
    /** ISO 8601. */
    minedAt: text,
    sentFrom: text,
    sentTo: text,
    status: z.enum(transactionStatuses),
    nonce: z.int().check(z.nonnegative()),
    application: z.nullish(z.object({ name: z.nullish(text), iconUrl: z.nullish(text) })),
  }),
  /** Never null, clients go through it; one with none at all is not shown by AppKit. */
  transfers: z.array(transfer),
  /** The allowances that the account set in it. Ours. */
  approvals: z.optional(z.array(approval).check(z.maxLength(100))),
})
export type Transaction = z.infer<typeof transaction>

/** The longest list: an account that paid more addresses is not a person's. */
export const maxCounterparties = 5_000

export const historyApi = {
  getHistory: {
    input: z.object({
      ...caller,
      address: plainAddress,
      /** The `next` of the page before; opaque. */
      cursor: z.optional(z.string().check(z.maxLength(2_000))),
      onramp: z.optional(z.literal('coinbase')),
      /** Without it, the EVM chains of the server. */
      chainId: z.optional(chainIdText),
    }),
    output: z.object({
      data: z.array(transaction),
      next: z.nullable(z.string().check(z.maxLength(2_000))),
      /** Which source knew. Ours. */
      source: z.optional(text),
    }),
  },
  /**
   * The addresses that the account itself has paid, newest first, as far as the server's sources know: for the
   * detection of look-alikes. Ours. Incoming and zero transfers do not count.
   */
  getCounterparties: {
    input: z.object({ ...caller, address: plainAddress, chainId: chainIdText }),
    output: z.object({
      data: z.array(plainAddress).check(z.maxLength(maxCounterparties)),
      /** Whether that is all of them. */
      isWhole: z.boolean(),
    }),
  },
} satisfies Contract

export const historyRoutes = {
  getHistory: { method: 'GET', path: '/v1/account/:address/history' },
  getCounterparties: { method: 'GET', path: '/v1/account/:address/counterparties' },
} as const satisfies HttpRoutes<typeof historyApi>
