import * as z from 'zod/mini'
import { lowerHex } from '../chains/eip155/hex.ts'
import type { Hex } from './indexRows.ts'

// Schemas of a node's responses. Nodes are untrusted: an unexpected field ends the call, not the server.
const hex = (digits: string) => z.string().check(z.regex(new RegExp(`^0x[0-9a-f]${digits}$`, 'i')))
const lower = (digits: string) =>
  z.pipe(
    hex(digits),
    z.transform((s: string) => lowerHex(s as Hex)),
  )
const hash = lower('{64}')
const address = lower('{40}')
const bytes = lower('*')
/** A number that JavaScript counts exactly. */
const count = z.pipe(
  hex('{1,14}').check(z.refine((s) => Number(s) <= Number.MAX_SAFE_INTEGER)),
  z.transform((s: string) => Number(s)),
)
const amount = z.pipe(
  hex('{1,64}'),
  z.transform((s: string) => BigInt(s)),
)
/** A position inside a block: the database keeps four bytes. */
const index = z.pipe(
  hex('{1,7}'),
  z.transform((s: string) => Number(s)),
)

export const blockNumber = count

const transaction = z.object({
  hash,
  from: address,
  to: z.nullish(address),
  value: amount,
  gas: amount,
  nonce: count,
  input: bytes,
  transactionIndex: index,
  blockHash: hash,
})

/** `eth_getBlockByNumber` with whole transactions. */
export const block = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: hex('{1,10}').check(z.refine((s) => Number(s) < 2 ** 40)),
  transactions: z.array(transaction),
})

/** `eth_getBlockByNumber` without them. */
export const header = z.object({ number: count, hash, parentHash: hash, timestamp: hex('{1,10}') })

/** `eth_getLogs`. */
const log = z.object({
  address,
  topics: z.array(hash).check(z.maxLength(4)),
  data: bytes,
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  transactionIndex: index,
  logIndex: index,
  removed: z.optional(z.boolean()),
})
export const logs = z.array(log)

/** `eth_getTransactionReceipt`, and `eth_getBlockReceipts` of many. */
export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  /** Absent before Byzantium: such a transaction counts as done. */
  status: z.nullish(z.enum(['0x0', '0x1'])),
  contractAddress: z.nullish(address),
})
export const receipts = z.array(receipt)

export const callResult = bytes

export type NodeBlock = z.infer<typeof block>
export type NodeTransaction = z.infer<typeof transaction>
export type NodeLog = z.infer<typeof log>
export type NodeReceipt = z.infer<typeof receipt>
