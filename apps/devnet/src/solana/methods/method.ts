import { decodeBase58 } from '@billfold/protocol/base58'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import type { Ledger } from '../ledger.ts'
import { type Commitment, commitments } from '../slotClock.ts'

/** Answers a call with these parameters, or throws an `RpcError`. */
export type Method = (params: readonly unknown[]) => unknown
export type Methods = Readonly<Record<string, Method>>

/** A method whose parameters are checked before it runs. */
export const method =
  <T extends z.ZodMiniType>(schema: T, run: (params: z.infer<T>) => unknown): Method =>
  (params) => {
    const { success, data, error } = z.safeParse(schema, params)
    if (success) return run(data)
    const [issue] = error.issues
    throw new RpcError(-32602, `Invalid params: ${issue?.path.join('.') || 'params'}: ${issue?.message}.`)
  }

const isKey = (text: string, length: number) => {
  try {
    return text.length <= length * 2 && decodeBase58(text).length === length
  } catch {
    return false
  }
}

export const whole = z.int().check(z.nonnegative())
export const address = z.string().check(z.refine((text) => isKey(text, 32), 'a base58 address of 32 bytes is expected'))
export const signature = z
  .string()
  .check(z.refine((text) => isKey(text, 64), 'a base58 signature of 64 bytes is expected'))
export const blockhash = address
const commitment = z.optional(z.enum(commitments))

/** The object that most methods take last: the commitment, the minimum slot, and further options. */
export const config = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z._default(z.nullable(z.object({ commitment, minContextSlot: z.optional(whole), ...shape })), null)

type AnyConfig = { commitment?: Commitment | undefined; minContextSlot?: number | undefined } | null

/** Rejects a caller that has seen a newer slot than this one. */
export function checkSlot(ledger: Ledger, options: AnyConfig): void {
  const slot = ledger.clock.slot(sureness(options))
  if (options?.minContextSlot !== undefined && options.minContextSlot > slot)
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
}

/** A response with its slot. */
export function inContext(ledger: Ledger, options: AnyConfig, value: unknown) {
  checkSlot(ledger, options)
  return { context: { slot: ledger.clock.slot(sureness(options)), apiVersion }, value }
}

/** Defaults to `finalized`. */
export const sureness = (options: AnyConfig): Commitment => options?.commitment ?? 'finalized'

/** As `sureness`, for data that exists only once its block is confirmed. */
export function sureOfBlock(options: AnyConfig): 'confirmed' | 'finalized' {
  const commitment = sureness(options)
  if (commitment === 'processed') throw new RpcError(-32602, 'Method does not support commitment below `confirmed`')
  return commitment
}

/** The version of Solana's node that this one behaves like. */
export const apiVersion = '2.3.0'
