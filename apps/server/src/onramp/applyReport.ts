import type { OnrampAsset, OnrampStatus } from '@billfold/protocol/api/onramp'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { parseMoney } from '@billfold/protocol/moneyText'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Report } from './onrampProvider.ts'
import { smallestUnits } from './smallestUnits.ts'

/** What of an order a report can change, and what it is checked against. */
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
/** What a provider says differently from what was ordered. */
export type Mismatch = 'address' | 'asset' | 'sum'
export type Change = Partial<Pick<Standing, 'status' | 'pays' | 'currency' | 'gets' | 'hash' | 'reason'>> & {
  mismatch?: Mismatch
}

const cent = 100n
const order: readonly OnrampStatus[] = ['created', 'paid', 'sent', 'settled']
export const isFinal = (status: OnrampStatus): boolean =>
  status === 'settled' || status === 'failed' || status === 'expired'

/**
 * What a report changes of an order; undefined when nothing. Only forwards: a report that comes twice, late or out of order changes nothing,
 * and one about another address, asset or sum ends the order as failed, so that no one is told that theirs has arrived. After a refused card
 * the same page may take another: a failed order becomes paid if its provider says so.
 */
export function applyReport(standing: Standing, report: Report, fixesSum: boolean): Change | undefined {
  const { status } = standing
  const mismatch = findMismatch(standing, report, fixesSum)
  if (mismatch)
    return isFinal(status)
      ? undefined
      : { status: 'failed', reason: `${says[mismatch]} Contact the provider.`, mismatch }
  const told = report.status
  // Anyone who paid in the last moment has paid: that an order expired is our word alone, and a payment takes it back.
  const isLate =
    (status === 'expired' && told !== 'created' && told !== 'expired') ||
    (isRefused(standing) && place(told) > place('created') && told !== 'expired')
  const isForward = isLate || (!isFinal(status) && (told === 'failed' || place(told) > place(status)))
  const mayExpire = told !== 'expired' || status === 'created'
  if (isForward && mayExpire)
    return {
      ...filled(standing, report),
      ...paid(standing, report, fixesSum),
      status: told,
      reason: told === 'failed' ? (report.reason?.slice(0, 400) ?? null) : null,
    }
  if (told !== status) return undefined
  const change = filled(standing, report)
  return Object.keys(change).length > 0 ? change : undefined
}

/** Whether an order failed by the provider's own word; one that reports a different order is not believed again. */
export const isRefused = ({ status, reason }: Pick<Standing, 'status' | 'reason'>): boolean =>
  status === 'failed' && !Object.values(says).some((sentence) => reason?.startsWith(sentence))

const place = (status: OnrampStatus): number => (status === 'expired' ? order.length : order.indexOf(status))

/** What was not known yet. Once it is told, it stays. */
function filled({ gets, hash, asset }: Standing, report: Report): Change {
  const units = report.gets ?? (report.getsDecimal && smallestUnits(report.getsDecimal, asset.decimals))
  return {
    ...(units && gets !== units && /^\d{1,78}$/.test(units) && hash === null ? { gets: units } : {}),
    ...(report.hash && hash === null && /^[-.%a-zA-Z0-9]{1,128}$/.test(report.hash) ? { hash: report.hash } : {}),
  }
}

/** What the visitor chose to pay, where the provider lets them. */
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
  // Parts that are rounded each by itself may add up to a cent more or less.
  if (difference > cent || difference < -cent) return 'sum'
  return undefined
}

function isSameAsset(ordered: OnrampAsset, told: NonNullable<Report['asset']>): boolean {
  if (told === 'unknown' || told.chainId !== ordered.chainId) return false
  return sameAddress(ordered.chainId as CaipNetworkId, told.address ?? undefined, ordered.address ?? undefined)
}

const says: Readonly<Record<Mismatch, string>> = {
  address: 'The provider reports another address than you ordered for.',
  asset: 'The provider reports another asset than you ordered.',
  sum: 'The provider reports another amount than you ordered.',
}
