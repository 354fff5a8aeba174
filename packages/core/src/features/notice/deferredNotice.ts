import type { NoticeState } from '../../model/notice.ts'
import type { Event, State } from '../../model/state.ts'
import { findTransaction, type Transaction } from '../../model/transactions.ts'
import type { Feature } from '../../store/feature.ts'
import { currentView } from '../modal/modal.ts'

/** Older results do not interrupt the visitor; the account shows them. */
const lateMs = 600_000

/** Extends the toast's reducer with sent transactions, completed swaps and failed switches. */
export const withSentNotice =
  (reduce: NonNullable<Feature<NoticeState>['reduce']>): typeof reduce =>
  (state, e, before) => {
    // The view that waits for the wallet shows the failure itself.
    if (e.type === 'switch/failed' && !(before.modal.open && currentView(before.modal).name === 'SwitchNetwork')) {
      const notice = { code: 'switchFailed', variant: 'error', autoClose: true } as const
      return reduce(state, { type: 'notice/raised', notice }, before)
    }
    const transaction = e.type === 'transaction/sent' ? e.transaction : swappedBy(e, before)
    if (!transaction || transaction.kind === 'approval') return reduce(state, e, before)
    const variant = e.type === 'transaction/sent' && transaction.kind === 'swap' ? 'loading' : 'success'
    const notice = { code: 'message', variant, autoClose: true, transaction: transaction.hash } as const
    return reduce(state, { type: 'notice/raised', notice }, before)
  }

/** A swap that just went through as shown. */
function swappedBy(e: Event, { transactions }: State): Transaction | undefined {
  if (e.type !== 'transaction/settled' || e.outcome !== 'confirmed' || e.altered) return undefined
  const transaction = findTransaction(transactions, e.hash)
  const isNews = transaction?.kind === 'swap' && transaction.status !== 'confirmed'
  return isNews && !transaction.altered && e.at - transaction.sentAt < lateMs ? transaction : undefined
}
