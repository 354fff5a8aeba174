import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { PublicStateControllerState } from '../instance/AppKit.ts'
import type { RemoteFeatures } from '../shapes/options.ts'
import { useInstance } from './useInstance.ts'

export type AppKitState = PublicStateControllerState & RemoteFeatures

/** Whether the modal is open, the active network, and the enabled features. */
export function useAppKitState(): AppKitState {
  const appKit = useInstance('useAppKitState')
  const last = useRef<AppKitState>(undefined)
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [appKit.subscribeState(listener), appKit.subscribeRemoteFeatures(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [appKit],
  )
  const read = () => {
    const fresh = { ...appKit.getRemoteFeatures(), ...appKit.getState() }
    // The same state is the same value: React asks twice.
    if (JSON.stringify(fresh) !== JSON.stringify(last.current)) last.current = fresh
    return last.current as AppKitState
  }
  return useSyncExternalStore(subscribe, read, read)
}
