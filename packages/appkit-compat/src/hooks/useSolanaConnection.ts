import type { Connection } from '@solana/web3.js'
import { useSyncExternalStore } from 'react'
import { solanaConnection } from '../adapters/solanaConnection.ts'
import { useInstance } from './useInstance.ts'

/** A connection of @solana/web3.js to the active Solana network. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  const appKit = useInstance('useAppKitConnection')
  const connection = useSyncExternalStore(
    appKit.kit.store.subscribe,
    () => solanaConnection(appKit),
    () => undefined,
  )
  return { connection }
}
