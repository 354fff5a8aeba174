import { untilAborted } from '../limits/untilAborted.ts'

/** Returns the values of the promises that resolve; rejects if none does, or if the caller aborts. */
export async function settle<T>(questions: readonly Promise<T>[], signal: AbortSignal): Promise<T[]> {
  const results = await untilAborted(Promise.allSettled(questions), { signal })
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = results.find((result) => result.status === 'rejected')
  if (answers.length === 0 && failure) throw failure.reason
  return answers
}
