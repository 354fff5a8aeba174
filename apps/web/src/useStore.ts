import { useSyncExternalStore } from 'react'
import type { Store } from './createStore.ts'

/** The store's value, now and whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
