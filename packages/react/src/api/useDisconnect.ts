import type { Namespace } from '@billfold/protocol/caip'
import { useAppKitOf } from './AppKitContext.ts'

/** Disconnects every wallet of one family, the wallet of one id, or all. */
export function useDisconnect(): {
  /** Disconnects one wallet by its id, a family, or by default everything. */
  disconnect: (options?: { id?: string; namespace?: Namespace }) => Promise<void>
} {
  const { kit, disconnect } = useAppKitOf('useDisconnect')
  return {
    async disconnect({ id, namespace } = {}) {
      if (id === undefined) return disconnect(namespace)
      const { leaveWallet } = await import('@billfold/core/features/connect/leaveWallet')
      await leaveWallet(kit, { connectorId: id, namespace })
    },
  }
}
