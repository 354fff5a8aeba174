import type { Transaction } from '@billfold/core/features/transactions/transactions'

type Words = Readonly<Record<`${Exclude<Transaction['status'], 'lapsed'>}Text`, string>> & {
  lapsedText: (since: string) => string
  includedText: string
  unsentText: string
}

/** What is known of how a transaction ended, and nothing more: a block may still be taken back, and its transactions with it. */
export function outcomeText(transaction: Transaction, words: Words, tag: string): string {
  const { status, isRecallable, isUnsent, sentAt } = transaction
  if (status === 'lapsed') return words.lapsedText(dateText(sentAt, tag))
  if (status === 'failed' && isUnsent) return words.unsentText
  if (!isRecallable) return words[`${status}Text`]
  if (status === 'confirmed') return words.includedText
  return status === 'failed' ? `${words.failedText} ${words.includedText}` : words.overtakenText
}

const dateText = (at: number, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' }).format(at)
