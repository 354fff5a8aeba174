import * as z from 'zod/mini'

const whole = z.int().check(z.nonnegative())
const text = z.string()

const tokenBalance = z.object({
  accountIndex: whole,
  mint: text,
  owner: text,
  programId: text,
  uiTokenAmount: z.object({ amount: text, decimals: whole, uiAmount: z.number(), uiAmountString: text }),
})

const innerInstruction = z.object({
  programIdIndex: whole,
  accounts: z.array(whole),
  data: text,
  stackHeight: whole,
})

/** A transaction on the chain with its result: the form in memory and in the journal. */
export const transactionRecord = z.object({
  signature: text,
  slot: whole,
  /** The wire format, in base64. */
  wire: text,
  /** Its own accounts and those of lookup tables, in order. */
  accounts: z.array(text),
  loaded: z.object({ writable: z.array(text), readonly: z.array(text) }),
  err: z.union([z.null(), text, z.record(z.string(), z.unknown())]),
  fee: whole,
  units: whole,
  logs: z.array(text),
  inner: z.array(z.object({ index: whole, instructions: z.array(innerInstruction) })),
  returnData: z.optional(z.object({ programId: text, data: text })),
  preBalances: z.array(whole),
  postBalances: z.array(whole),
  preTokenBalances: z.array(tokenBalance),
  postTokenBalances: z.array(tokenBalance),
})

export type TransactionRecord = z.infer<typeof transactionRecord>
export type TokenBalance = z.infer<typeof tokenBalance>
