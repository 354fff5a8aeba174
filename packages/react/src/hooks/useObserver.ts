import { useCallback, useSyncExternalStore } from 'react'

/** A query observer: its current result, and change notifications. */
type Observer = { subscribe(listener: () => void): () => void; getCurrentResult(): unknown }

/**
 * Renders the component again when an observer's result changes. An observer is made while its component renders, and may then
 * give a shared query the data of an earlier page: the components that show that query already are notified once the rendering
 * is over, since React forbids it before.
 */
export function useObserver(observer: Observer): void {
  const subscribe = useCallback((notify: () => void) => observer.subscribe(() => queueMicrotask(notify)), [observer])
  const current = useCallback(() => observer.getCurrentResult(), [observer])
  useSyncExternalStore(subscribe, current, current)
}
