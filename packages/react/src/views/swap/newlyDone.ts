import type { Transaction } from '@billfold/core/features/transactions/transactions'

/** Those that were sent since a moment and have gone through as they were shown, each once: what was told is kept in `told`. */
export function newlyDone(
  told: Set<string>,
  since: number,
  transactions: readonly Transaction[],
): readonly Transaction[] {
  const isNew = ({ status, altered, sentAt, batch, hash }: Transaction) =>
    status === 'confirmed' && !altered && sentAt >= since && !told.has(batch ?? hash)
  const done = transactions.filter(isNew)
  for (const { batch, hash } of done) told.add(batch ?? hash)
  return done
}
