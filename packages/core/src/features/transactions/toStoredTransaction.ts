import type { Transaction } from './transactions.ts'

const outcomes = ['pending', 'confirmed', 'failed', 'replaced', 'dropped']
/** What a wallet may call a batch: 4096 bytes, written as hex. */
const longestBatch = 8194
const isText = (value: unknown, max = 100): value is string => typeof value === 'string' && value.length <= max
const isWhole = (value: unknown): boolean => isText(value) && /^\d+$/.test(value)

/** A transaction out of storage, or nothing where it makes no sense. */
export function toStoredTransaction(value: unknown): Transaction | undefined {
  const t = value as Transaction | null
  const isSound =
    isText(t?.hash, longestBatch) &&
    (t.batch === undefined || isText(t.batch, longestBatch)) &&
    isText(t.networkId) &&
    t.networkId.includes(':') &&
    outcomes.includes(t.status) &&
    Number.isFinite(t.sentAt) &&
    isText(t.call?.from) &&
    isText(t.call.to) &&
    isWhole(t.call.value) &&
    isText(t.call.data, 20_000) &&
    isText(t.meant?.to) &&
    isWhole(t.meant.amount) &&
    isText(t.meant.symbol) &&
    Number.isInteger(t.meant.decimals) &&
    (t.block === undefined || isWhole(t.block)) &&
    (t.nonce === undefined || Number.isInteger(t.nonce)) &&
    (t.refusal === undefined || isText(t.refusal?.kind))
  return isSound ? t : undefined
}
