import { connectedAccount } from '@billfold/core/features/account/account'
import type { Kit } from '@billfold/core/kit'
import type { Namespace } from '@billfold/protocol/caip'

/** Gives up on the wallet a family used last, so that the next visit does not look for it; false where it is in use. */
export function forgetConnection(
  kit: Kit,
  { connectorId, namespace }: { connectorId: string; namespace: Namespace },
): boolean {
  const state = kit.store.get()
  if (state.remembered[namespace] !== connectorId || connectedAccount(state, namespace)) return false
  kit.latest.cancel(`reconnect/${namespace}`)
  kit.store.send({ type: 'account/disconnected', namespace, by: 'user' })
  return true
}
