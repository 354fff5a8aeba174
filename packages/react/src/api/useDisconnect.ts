import { connectedAccount, connectedNamespaces } from '@billfold/core/features/account/account'
import type { Namespace } from '@billfold/protocol/caip'
import { useAppKitOf } from './AppKitContext.ts'

/** Disconnects one family, the wallet of one id, or all. */
export function useDisconnect(): { disconnect: (options?: { id?: string; namespace?: Namespace }) => Promise<void> } {
  const { kit, disconnect } = useAppKitOf('useDisconnect')
  return {
    async disconnect({ id, namespace } = {}) {
      if (id === undefined) return disconnect(namespace)
      const state = kit.store.get()
      const own = (each: Namespace) => connectedAccount(state, each)?.connectorId === id
      const families = connectedNamespaces(state).filter((each) => own(each) && (!namespace || each === namespace))
      await Promise.all(families.map((each) => disconnect(each)))
    },
  }
}
