import { useSyncExternalStore } from 'react'
import { useAppKitOf } from './AppKitContext.ts'
import type { AppKitEvent } from './lastEvent.ts'

/** The last thing that happened. */
export function useAppKitEvents(): AppKitEvent {
  const { events } = useAppKitOf('useAppKitEvents')
  return useSyncExternalStore(events.subscribe, events.get, events.get)
}
