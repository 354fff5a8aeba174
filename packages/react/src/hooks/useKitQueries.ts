import { queriesOf } from '@billfold/core/queries/queriesOf'
import {
  type DefaultError,
  QueriesObserver,
  type QueryKey,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import { useEffect, useState } from 'react'
import { useKit } from './KitContext.ts'
import { useObserver } from './useObserver.ts'

/** The current results of any number of queries, each on its own. */
export function useKitQueries<Data, Key extends QueryKey>(
  options: readonly QueryObserverOptions<Data, DefaultError, Data, Data, Key>[],
): readonly QueryObserverResult<Data>[] {
  const queries = queriesOf(useKit())
  const all = options as unknown as QueryObserverOptions[]
  const [observer] = useState(() => new QueriesObserver<QueryObserverResult[]>(queries, all))
  useObserver(observer)
  const keys = JSON.stringify(options.map(({ queryKey }) => queryKey))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions are the same while their keys are
  useEffect(() => observer.setQueries(all), [observer, keys])
  const [results] = observer.getOptimisticResult(
    all.map((each) => queries.defaultQueryOptions(each)),
    undefined,
  )
  return results as readonly QueryObserverResult<Data>[]
}
