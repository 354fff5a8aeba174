import { KitError } from '@billfold/protocol/error'

/** What those of several questions brought that could be answered; rejects when none could, or when the caller leaves. */
export async function settle<T>(questions: readonly Promise<T>[], signal: AbortSignal): Promise<T[]> {
  const left = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new KitError('aborted'))
    signal.addEventListener('abort', () => reject(new KitError('aborted')), { once: true })
  })
  left.catch(() => {}) // heard through the race, if anybody still listens
  const results = await Promise.race([Promise.allSettled(questions), left])
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = results.find((result) => result.status === 'rejected')
  if (answers.length === 0 && failure) throw failure.reason
  return answers
}
