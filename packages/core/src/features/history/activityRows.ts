import type { Approval, Transaction, Transfer } from '@billfold/protocol/api/history'
import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import { sameAddress } from '@billfold/protocol/sameAddress'

/** One amount of a row: tokens, or a collectible. */
export type ActivityAmount = {
  sign: '+' | '−' | ''
  /** Plain decimal text, exact; absent for a single collectible. */
  numeric?: string
  /** The token's symbol or the collectible's name; may be empty. */
  unit: string
  imageUrl?: string
  /** The token's contract, if known. */
  token?: string
  /** The token is unlisted. */
  isUnlisted?: true
  /** Approved without a limit. */
  isUnlimited?: true
}
/** A row of the list: a transaction, or one of its movements. */
export type ActivityRow = {
  key: string
  hash: string
  operation: string
  status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds. */
  at: number
  amounts: readonly ActivityAmount[]
  /** The spender of an approval, in full. */
  spender?: string
}
export type ActivityMonth = { year: number; month: number; rows: ActivityRow[] }
export type Activity = {
  /** Newest first, pending ones at the top of their month. */
  months: readonly ActivityMonth[]
  /** Sent by strangers so that a wrong address gets copied. */
  suspicious: readonly ActivityRow[]
}

const unitLength = 24

/** Transactions for display: grouped by month, swaps as one row, bait separated, without duplicates. */
export function activityOf(transactions: readonly Transaction[], account: CaipAddress): Activity {
  const isOwn = isFrom(account)
  const newest = [...new Map(transactions.map((tx) => [tx.id, tx])).values()]
    .filter((tx) => !isSpam(tx))
    .sort((a, b) => monthOf(b) - monthOf(a) || Number(isWaiting(b)) - Number(isWaiting(a)) || timeOf(b) - timeOf(a))
  const months: ActivityMonth[] = []
  for (const tx of newest) {
    if (isBait(tx, isOwn)) continue
    const date = new Date(timeOf(tx))
    const [year, month] = [date.getFullYear(), date.getMonth()]
    const last = months.at(-1)
    if (last?.year === year && last.month === month) last.rows.push(...rowsOf(tx))
    else months.push({ year, month, rows: rowsOf(tx) })
  }
  return { months, suspicious: newest.filter((tx) => isBait(tx, isOwn)).flatMap(rowsOf) }
}

/** Pending ones are the newest, whatever their timestamps. */
const isWaiting = ({ metadata }: Transaction) => metadata.status === 'pending'

/** Only spam collectibles. A transaction without movements (an approval, a call) is not spam. */
const isSpam = ({ transfers }: Transaction) =>
  transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam)

/** Worthless or impersonating transfers from a stranger: their addresses are meant to be copied by mistake. */
const isBait = ({ transfers, metadata }: Transaction, isOwn: (from: string) => boolean) =>
  !isOwn(metadata.sentFrom) &&
  transfers.length > 0 &&
  transfers.every(({ suspicion }) => suspicion === 'zero_value' || suspicion === 'fake_symbol')

function isFrom(account: CaipAddress): (from: string) => boolean {
  const { address } = parseCaipAddress(account)
  return (from) => sameAddress(networkOf(account), from, address)
}

function rowsOf(tx: Transaction): ActivityRow[] {
  const { hash, operationType, status } = tx.metadata
  const row = (key: string, amounts: readonly ActivityAmount[]): ActivityRow => ({
    key,
    hash,
    operation: operationType,
    status: status.endsWith('FAILED') || status === 'failed' ? 'failed' : status === 'pending' ? status : 'confirmed',
    at: timeOf(tx),
    amounts,
  })
  const { transfers, approvals = [] } = tx
  // Movements say more than the approval that preceded them.
  if (transfers.length === 0 && operationType === 'approve' && approvals.length > 0)
    return approvals.map((approval, index) => ({
      ...row(index === 0 ? tx.id : `${tx.id}/${index}`, [approvedOf(approval)]),
      spender: approval.spender,
      ...(approval.quantity?.numeric === '0' ? { operation: 'revoke' } : {}),
    }))
  const isPair = transfers.length === 2 && !transfers.every(({ nft_info }) => nft_info)
  // The paid amount precedes the received one.
  if (isPair) return [row(tx.id, [...transfers].sort(byDirection).map(amountOf))]
  if (transfers.length < 2) return [row(tx.id, transfers.map(amountOf))]
  return transfers.map((transfer, index) => row(`${tx.id}/${index}`, [amountOf(transfer)]))
}

const order = { out: 0, self: 1, in: 2 } as const
const byDirection = (a: Transfer, b: Transfer) => order[a.direction] - order[b.direction]

function amountOf({ direction, quantity, fungible_info, nft_info, token, suspicion }: Transfer): ActivityAmount {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  const unit = cleanText(nft_info ? nft_info.name : fungible_info?.symbol, unitLength)
  const imageUrl = nft_info?.content?.preview?.url ?? fungible_info?.icon?.url
  const isSingle = nft_info && quantity.numeric === '1'
  return {
    sign,
    unit,
    ...(isSingle ? {} : { numeric: quantity.numeric.replace(/^-/, '') }),
    ...(imageUrl ? { imageUrl } : {}),
    ...(token && !nft_info ? { token: token.slice(token.lastIndexOf(':') + 1) } : {}),
    ...(suspicion === 'unlisted' && !nft_info ? { isUnlisted: true } : {}),
  }
}

function approvedOf({ token, quantity, fungible_info, suspicion }: Approval): ActivityAmount {
  const imageUrl = fungible_info?.icon?.url
  const isRevoked = quantity?.numeric === '0'
  return {
    sign: '',
    unit: cleanText(fungible_info?.symbol, unitLength),
    ...(quantity === null ? { isUnlimited: true } : isRevoked ? {} : { numeric: quantity.numeric }),
    ...(imageUrl ? { imageUrl } : {}),
    token: token.slice(token.lastIndexOf(':') + 1),
    ...(suspicion ? { isUnlisted: true } : {}),
  }
}

/** Months in the visitor's time zone. */
const monthOf = (tx: Transaction): number => {
  const date = new Date(timeOf(tx))
  return date.getFullYear() * 12 + date.getMonth()
}

const timeOf = ({ metadata }: Transaction) => Date.parse(metadata.minedAt) || 0
