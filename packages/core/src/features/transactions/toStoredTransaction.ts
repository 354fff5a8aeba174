import { outcomes, type Transaction } from '../../model/transactions.ts'
import type { Trace, TransferCall } from '../../model/transfer.ts'

const states: readonly string[] = ['pending', ...outcomes]
const maxCallLength = 400_000
/** A signed transaction in hex: Bitcoin nodes relay none longer. */
const maxTraceLength = 800_000
/** A wallet's bundle id: 4096 bytes in hex. */
const maxBatchIdLength = 8194
const isText = (value: unknown, max = 100): value is string => typeof value === 'string' && value.length <= max
const isWhole = (value: unknown): boolean => isText(value) && /^\d+$/.test(value)

/** The format before other families: account inside the call, trace in separate fields. */
type Older = Transaction & { nonce?: number; block?: string }

/** Parses a stored transaction; undefined if invalid. Each family parses its own fields. */
export function toStoredTransaction(value: unknown): Transaction | undefined {
  const t = takenOver(value as Older | null)
  const isSound =
    isText(t?.hash, maxBatchIdLength) &&
    (t.batch === undefined || isText(t.batch, maxBatchIdLength)) &&
    isText(t.networkId) &&
    t.networkId.includes(':') &&
    states.includes(t.status) &&
    Number.isFinite(t.sentAt) &&
    isText(t.from) &&
    isCall(t.call) &&
    isText(t.meant?.to) &&
    isWhole(t.meant.amount) &&
    isText(t.meant.symbol) &&
    Number.isInteger(t.meant.decimals) &&
    (t.trace === undefined || isTrace(t.trace)) &&
    (t.refusal === undefined || isText(t.refusal?.kind)) &&
    [t.wallet, t.asked, t.replacedBy].every((text) => text === undefined || isText(text, maxBatchIdLength)) &&
    (t.arrived === undefined || isWhole(t.arrived)) &&
    (t.checkedAt === undefined || Number.isFinite(t.checkedAt)) &&
    (t.signers === undefined || [t.signers?.have, t.signers?.need].every((count) => Number.isInteger(count)))
  return isSound ? t : undefined
}

function takenOver(t: Older | null): Transaction | undefined {
  if (!t || t.from !== undefined) return t ?? undefined
  const { nonce, block, ...rest } = t
  const trace = { ...(nonce === undefined ? {} : { nonce }), ...(block === undefined ? {} : { block }) }
  const isSeen = nonce === undefined ? {} : ({ isSeen: true } as const)
  return { ...rest, ...isSeen, from: rest.call?.from as string, ...(Object.keys(trace).length > 0 ? { trace } : {}) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCall = (value: unknown): value is TransferCall =>
  isObject(value) && JSON.stringify(value).length <= maxCallLength
const isTrace = (value: unknown): value is Trace =>
  isObject(value) && Object.values(value).every((part) => isText(part, maxTraceLength) || Number.isFinite(part))
