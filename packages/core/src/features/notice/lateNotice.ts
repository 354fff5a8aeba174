import type { Feature } from '../../feature.ts'
import type { Event, State } from '../../store.ts'
import { currentView } from '../modal/modal.ts'
import { findTransaction, type Transaction } from '../transactions/transactions.ts'
import type { NoticeState } from './notice.ts'

/** What took longer is found in the account; no one is interrupted for it. */
const lateMs = 600_000

/** The toast's reducer, which then also says that a wallet has sent something, that a swap is done and that a switch failed. */
export const tellSent =
  (reduce: NonNullable<Feature<NoticeState>['reduce']>): typeof reduce =>
  (state, e, before) => {
    // The view that waits for the wallet says so itself.
    if (e.type === 'switch/failed' && !(before.modal.open && currentView(before.modal).name === 'SwitchNetwork')) {
      const notice = { code: 'switchFailed', variant: 'error', autoClose: true } as const
      return reduce(state, { type: 'notice/raised', notice }, before)
    }
    const told = e.type === 'transaction/sent' ? e.transaction : swappedBy(e, before)
    if (!told || told.kind === 'approval') return reduce(state, e, before)
    const variant = e.type === 'transaction/sent' && told.kind === 'swap' ? 'loading' : 'success'
    const notice = { code: 'message', variant, autoClose: true, transaction: told.hash } as const
    return reduce(state, { type: 'notice/raised', notice }, before)
  }

/** A swap that has gone through as it was shown, while it still matters to who waits. */
function swappedBy(e: Event, { transactions }: State): Transaction | undefined {
  if (e.type !== 'transaction/settled' || e.outcome !== 'confirmed' || e.altered) return undefined
  const found = findTransaction(transactions, e.hash)
  const isNews = found?.kind === 'swap' && found.status !== 'confirmed'
  return isNews && !found.altered && e.at - found.sentAt < lateMs ? found : undefined
}
