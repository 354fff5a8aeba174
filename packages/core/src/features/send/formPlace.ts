import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { activeNetworkId } from '../../model/findNetwork.ts'

/**
 * Fingerprint of the form: network, sender, token, amount and recipient. Results computed for one state do not apply to
 * another.
 */
export function formPlace(kit: Kit): string {
  const state = kit.store.get()
  const { source, token, amount, written, to } = state.send.draft
  const { connectorId, address } = source ?? connectedAccount(state) ?? {}
  return JSON.stringify([
    activeNetworkId(state),
    connectorId,
    address,
    token?.address,
    amount,
    written?.text,
    to.trim(),
  ])
}
