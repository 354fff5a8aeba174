import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import { encodeTransaction, memoOf, transactionEncodings } from '../encodeTransaction.ts'
import type { Ledger } from '../ledger.ts'
import { finalityDepth } from '../slotClock.ts'
import type { TransactionRecord } from '../transactionRecord.ts'
import { address, checkSlot, config, inContext, type Methods, method, signature, sureOfBlock, whole } from './method.ts'

const viewShape = {
  encoding: z.optional(z.enum(transactionEncodings)),
  maxSupportedTransactionVersion: z.optional(whole),
}
/** Nodes still accept a bare encoding in place of the object. */
const viewConfig = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? { encoding: value } : value)),
    config({ ...viewShape, ...shape }),
  )
const blockConfig = viewConfig({
  transactionDetails: z._default(z.enum(['full', 'accounts', 'signatures', 'none']), 'full'),
  rewards: z.optional(z.boolean()),
})
const listConfig = config({
  limit: z._default(whole.check(z.gte(1), z.lte(1_000)), 1_000),
  before: z.optional(z.nullable(signature)),
  until: z.optional(z.nullable(signature)),
})
const maxBlocks = 10_000

/** History methods: transactions by signature, by address and by block. */
export function historyMethods(ledger: Ledger): Methods {
  const { clock } = ledger
  const statusOf = ({ slot, err }: TransactionRecord) => {
    const isFinal = ledger.isReached(slot, 'finalized')
    return {
      slot,
      confirmations: isFinal ? null : Math.min(clock.slot() - slot, finalityDepth - 1),
      err,
      status: err === null ? { Ok: null } : { Err: err },
      confirmationStatus: isFinal ? 'finalized' : 'confirmed',
    }
  }
  const isOlder = (a: TransactionRecord, b: TransactionRecord) => {
    if (a.slot !== b.slot) return a.slot < b.slot
    const order = ledger.inSlot(a.slot).map((record) => record.signature)
    return order.indexOf(a.signature) < order.indexOf(b.signature)
  }
  const requireBlock = (slot: number, commitment: 'confirmed' | 'finalized') => {
    if (!ledger.isReached(slot, commitment)) throw new RpcError(-32004, `Block not available for slot ${slot}`)
  }
  const blocksFrom = (first: number, last: number) => {
    if (last - first >= maxBlocks) throw new RpcError(-32602, `Slot range too large; max ${maxBlocks}`)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  }

  return {
    getSignatureStatuses: method(
      z.tuple([
        z.array(signature).check(z.maxLength(256)),
        config({ searchTransactionHistory: z.optional(z.boolean()) }),
      ]),
      ([signatures]) => {
        const value = signatures
          .map((one) => ledger.transaction(one))
          .map((record) => (record ? statusOf(record) : null))
        return inContext(ledger, { commitment: 'processed' }, value)
      },
    ),
    getSignaturesForAddress: method(z.tuple([address, listConfig]), ([at, options]) => {
      checkSlot(ledger, options)
      const commitment = sureOfBlock(options)
      const { limit = 1_000, before, until } = options ?? {}
      // Both name a position in the chain: the address need not have been part of that transaction.
      const start = before ? ledger.transaction(before) : undefined
      const end = until ? ledger.transaction(until) : undefined
      if (before && !start) return []
      return ledger
        .signaturesOf(at)
        .flatMap((one) => ledger.transaction(one) ?? [])
        .filter((record) => (!start || isOlder(record, start)) && (!end || isOlder(end, record)))
        .filter(({ slot }) => ledger.isReached(slot, commitment))
        .slice(0, limit)
        .map((record) => ({
          signature: record.signature,
          slot: record.slot,
          err: record.err,
          memo: memoOf(record),
          blockTime: clock.timeOf(record.slot),
          confirmationStatus: statusOf(record).confirmationStatus,
        }))
    }),
    getTransaction: method(z.tuple([signature, viewConfig({})]), ([name, options]) => {
      const record = ledger.transaction(name)
      if (!record || !ledger.isReached(record.slot, sureOfBlock(options))) return null
      return { slot: record.slot, blockTime: clock.timeOf(record.slot), ...encodeTransaction(record, options ?? {}) }
    }),
    getBlock: method(z.tuple([whole, blockConfig]), ([slot, options]) => {
      requireBlock(slot, sureOfBlock(options))
      const records = ledger.inSlot(slot)
      const details = options?.transactionDetails ?? 'full'
      const view = { ...options, isBrief: details === 'accounts' }
      return {
        blockhash: clock.blockhashOf(slot),
        previousBlockhash: clock.blockhashOf(Math.max(0, slot - 1)),
        parentSlot: Math.max(0, slot - 1),
        blockHeight: slot,
        blockTime: clock.timeOf(slot),
        ...(options?.rewards !== false && { rewards: [] }),
        ...(details === 'signatures' && { signatures: records.map((record) => record.signature) }),
        ...((details === 'full' || details === 'accounts') && {
          transactions: records.map((record) => encodeTransaction(record, view)),
        }),
      }
    }),
    getBlocks: method(
      z.tuple([whole, z._default(z.union([z.nullable(whole), z.object({})]), null), config({})]),
      ([first, last, options]) => {
        const newest = clock.slot(sureOfBlock(options))
        return blocksFrom(first, Math.min(typeof last === 'number' ? last : newest, newest))
      },
    ),
    getBlocksWithLimit: method(z.tuple([whole, whole, config({})]), ([first, limit, options]) =>
      blocksFrom(first, Math.min(first + limit - 1, clock.slot(sureOfBlock(options)))),
    ),
    getBlockTime: method(z.tuple([whole]), ([slot]) => {
      requireBlock(slot, 'confirmed')
      return clock.timeOf(slot)
    }),
  }
}
