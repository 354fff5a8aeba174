import type { Transaction } from '@billfold/core/model/transactions'

type Words = Readonly<Record<`${Exclude<Transaction['status'], 'lapsed'>}Text`, string>> & {
  lapsedText: (since: string) => string
  ownersText: (have: number, need: number) => string
  includedText: string
  unsentText: string
}

/** A transaction's outcome as far as it is known, and no more: a reorg may still revert its block. */
export function outcomeText(transaction: Transaction, words: Words, tag: string): string {
  const { status, isRecallable, isUnsent, sentAt, signers } = transaction
  if (status === 'pending' && signers && signers.have < signers.need)
    return words.ownersText(signers.have, signers.need)
  if (status === 'lapsed') return words.lapsedText(dateText(sentAt, tag))
  if (status === 'failed' && isUnsent) return words.unsentText
  if (!isRecallable) return words[`${status}Text`]
  if (status === 'confirmed') return words.includedText
  return status === 'failed' ? `${words.failedText} ${words.includedText}` : words.overtakenText
}

const dateText = (at: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' }).format(at)
