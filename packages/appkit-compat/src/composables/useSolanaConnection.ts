import type { Connection } from '@solana/web3.js'
import type { Ref } from 'vue'
import { solanaConnection } from '../adapters/solanaConnection.ts'
import { currentInstance } from './currentInstance.ts'
import { follow } from './follow.ts'

/** A connection of @solana/web3.js to the active Solana network. */
export function useAppKitConnection(): { connection: Ref<Connection | undefined> } {
  const appKit = currentInstance('useAppKitConnection')
  return { connection: follow(() => solanaConnection(appKit), appKit.kit.store.subscribe) }
}
