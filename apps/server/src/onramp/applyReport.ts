import type { OnrampAsset, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { parseMoney } from '@billfold/protocol/moneyText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Report } from './onrampProvider.ts'
import { smallestUnits } from './smallestUnits.ts'

/** The fields of an order that a report can change or is checked against. */
export type Standing = {
  status: OnrampStatus
  asset: OnrampAsset
  address: string
  currency: string
  pays: string
  gets: string | null
  hash: string | null
  reason: string | null
}
/** The field in which a report contradicts its order. */
export type Mismatch = 'address' | 'asset' | 'sum'
export type Change = Partial<Pick<Standing, 'status' | 'pays' | 'currency' | 'gets' | 'hash' | 'reason'>> & {
  mismatch?: Mismatch
}

const cent = 100n
const order: readonly OnrampStatus[] = ['created', 'paid', 'sent', 'settled']
export const isFinal = (status: OnrampStatus): boolean =>
  status === 'settled' || status === 'failed' || status === 'expired'

/**
 * The change that a report makes to an order; undefined if none. Only forwards: a repeated, late or unordered report
 * changes nothing, and one about a different address, asset or sum fails the order, so that no one's coins are reported
 * as theirs. After a declined card the same page may take another: a failed order becomes paid if its provider reports
 * it.
 */
export function applyReport(standing: Standing, report: Report, fixesSum: boolean): Change | undefined {
  const { status } = standing
  const mismatch = findMismatch(standing, report, fixesSum)
  if (mismatch)
    return isFinal(status)
      ? undefined
      : { status: 'failed', reason: `${says[mismatch]} Contact the provider.`, mismatch }
  const newStatus = report.status
  // A payment at the last moment counts: only our own clock expired the order, and a payment reverts that.
  const isLate =
    (status === 'expired' && newStatus !== 'created' && newStatus !== 'expired') ||
    (isRefused(standing) && place(newStatus) > place('created') && newStatus !== 'expired')
  const isForward = isLate || (!isFinal(status) && (newStatus === 'failed' || place(newStatus) > place(status)))
  const mayExpire = newStatus !== 'expired' || status === 'created'
  if (isForward && mayExpire)
    return {
      ...filled(standing, report),
      ...paid(standing, report, fixesSum),
      status: newStatus,
      reason: newStatus === 'failed' ? (report.reason?.slice(0, 400) ?? null) : null,
    }
  if (newStatus !== status) return undefined
  const change = filled(standing, report)
  return Object.keys(change).length > 0 ? change : undefined
}

/** Whether the provider declined an order; one with a mismatch is never trusted again. */
export const isRefused = ({ status, reason }: Pick<Standing, 'status' | 'reason'>): boolean =>
  status === 'failed' && !Object.values(says).some((sentence) => reason?.startsWith(sentence))

const place = (status: OnrampStatus): number => (status === 'expired' ? order.length : order.indexOf(status))

/** Fills in unknown fields; known ones stay. */
function filled({ gets, hash, asset }: Standing, report: Report): Change {
  const units = report.gets ?? (report.getsDecimal && smallestUnits(report.getsDecimal, asset.decimals))
  return {
    ...(units && gets !== units && /^\d{1,78}$/.test(units) && hash === null ? { gets: units } : {}),
    ...(report.hash && hash === null && /^[-.%a-zA-Z0-9]{1,128}$/.test(report.hash) ? { hash: report.hash } : {}),
  }
}

/** The sum that the visitor chose, if the provider lets them. */
function paid({ pays, currency }: Standing, report: Report, fixesSum: boolean): Change {
  if (fixesSum || report.pays === undefined || report.currency === undefined) return {}
  return report.pays === pays && report.currency === currency ? {} : { pays: report.pays, currency: report.currency }
}

function findMismatch(standing: Standing, report: Report, fixesSum: boolean): Mismatch | undefined {
  const { asset, address, pays, currency } = standing
  const chainId = asset.chainId as CaipNetworkId
  if (report.address !== undefined && !sameAddress(chainId, report.address, address)) return 'address'
  if (report.asset !== undefined && !isSameAsset(asset, report.asset)) return 'asset'
  if (!fixesSum) return undefined
  if (report.currency !== undefined && report.currency !== currency) return 'sum'
  const difference = report.pays === undefined ? 0n : parseMoney(report.pays) - parseMoney(pays)
  // Parts that are rounded separately may add up to a cent more or less.
  if (difference > cent || difference < -cent) return 'sum'
  return undefined
}

function isSameAsset(ordered: OnrampAsset, reported: NonNullable<Report['asset']>): boolean {
  if (reported === 'unknown' || reported.chainId !== ordered.chainId) return false
  return sameAddress(ordered.chainId as CaipNetworkId, reported.address ?? undefined, ordered.address ?? undefined)
}

const says: Readonly<Record<Mismatch, string>> = {
  address: 'The provider reports another address than you ordered for.',
  asset: 'The provider reports another asset than you ordered.',
  sum: 'The provider reports another amount than you ordered.',
}
