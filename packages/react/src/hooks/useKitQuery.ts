import { queriesOf } from '@billfold/core/queriesOf'
import {
  type DefaultError,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useKit } from './KitContext.ts'

/** What a query knows now, kept fresh while the component is on the screen. */
export function useKitQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, DefaultError, Data, Data, Key>,
) {
  const queries = queriesOf(useKit())
  const [observer] = useState(() => new QueryObserver(queries, options))
  const result = observer.getOptimisticResult(queries.defaultQueryOptions(options))
  const current = useCallback(() => observer.getCurrentResult(), [observer])
  useSyncExternalStore(observer.subscribe, current, current)
  useEffect(() => observer.setOptions(options), [observer, options])
  return result
}

/** The same for a list that comes in pages. */
export function useKitPages<Page, Key extends QueryKey, Param>(
  options: InfiniteQueryObserverOptions<Page, DefaultError, { pages: Page[]; pageParams: Param[] }, Key, Param>,
) {
  const queries = queriesOf(useKit())
  const [observer] = useState(() => new InfiniteQueryObserver(queries, options))
  const current = useCallback(() => observer.getCurrentResult(), [observer])
  useSyncExternalStore(observer.subscribe, current, current)
  useEffect(() => observer.setOptions(options), [observer, options])
  return observer.getOptimisticResult(queries.defaultQueryOptions(options) as never)
}
