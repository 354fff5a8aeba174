import type { Transaction } from '@billfold/core/features/transactions/transactions'

/** Those that were on their way when last looked at and have gone through since, as they were shown. */
export function newlyDone(before: readonly Transaction[], now: readonly Transaction[]): readonly Transaction[] {
  const nameOf = ({ batch, hash }: Transaction) => batch ?? hash
  const open = new Set(before.filter(({ status }) => status === 'pending' || status === 'dropped').map(nameOf))
  return now.filter((each) => each.status === 'confirmed' && !each.altered && open.has(nameOf(each)))
}
