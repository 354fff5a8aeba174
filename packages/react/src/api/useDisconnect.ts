import type { Namespace } from '@billfold/protocol/caip'
import { useAppKitOf } from './AppKitContext.ts'

/** Disconnects one family, or all. */
export function useDisconnect(): { disconnect: (options?: { namespace?: Namespace }) => Promise<void> } {
  const { disconnect } = useAppKitOf('useDisconnect')
  return { disconnect: (options) => disconnect(options?.namespace) }
}
