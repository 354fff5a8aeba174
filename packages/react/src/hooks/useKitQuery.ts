import { queriesOf } from '@billfold/core/queries/queriesOf'
import {
  type DefaultError,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { useEffect, useState } from 'react'
import { useKit } from './KitContext.ts'
import { useObserver } from './useObserver.ts'

/** A query's current result, kept fresh while the component is on the screen. */
export function useKitQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, DefaultError, Data, Data, Key>,
) {
  const queries = queriesOf(useKit())
  const [observer] = useState(() => new QueryObserver(queries, options))
  const result = observer.getOptimisticResult(queries.defaultQueryOptions(options))
  useObserver(observer)
  useEffect(() => observer.setOptions(options), [observer, options])
  return result
}

/** The same for a list that comes in pages. */
export function useKitPages<Page, Key extends QueryKey, Param>(
  options: InfiniteQueryObserverOptions<Page, DefaultError, { pages: Page[]; pageParams: Param[] }, Key, Param>,
) {
  const queries = queriesOf(useKit())
  const [observer] = useState(() => new InfiniteQueryObserver(queries, options))
  useObserver(observer)
  useEffect(() => observer.setOptions(options), [observer, options])
  return observer.getOptimisticResult(queries.defaultQueryOptions(options) as never)
}
