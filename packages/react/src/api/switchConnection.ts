import { findConnection, isSameAccount } from '@billfold/core/features/connect/connections'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { switchConnection as makeCurrent } from '@billfold/core/features/connect/switchConnection'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { KitError } from '@billfold/protocol/error'
import type { ConnectionChange } from './useAppKitConnection.ts'

/** Switches to a wallet, prompting only if it is not connected, and to one of its accounts; throws if that failed. */
export async function switchConnection(
  kit: Kit,
  { connectorId, address, type, namespace }: Parameters<typeof makeCurrent>[1],
): Promise<ConnectionChange> {
  const before = connectedAccount(kit.store.get(), namespace)
  const isConnected = () => findConnection(kit.store.get(), { namespace, connectorId }) !== undefined
  if (!isConnected()) await connectWallet(kit, { connectorId, namespace })
  if (!isConnected()) throw failureOf(kit)
  makeCurrent(kit, { namespace, connectorId, address, type })
  const after = connectedAccount(kit.store.get(), namespace)
  return {
    address: after?.address ?? '',
    namespace,
    hasSwitchedAccount: !before || !after || !isSameAccount(before, after),
    hasSwitchedWallet: before?.connectorId !== connectorId,
    hasDeletedWallet: false,
  }
}

/** Why an attempt came to nothing, in its own words. */
function failureOf(kit: Kit): KitError {
  const { connectAttempt } = kit.store.get()
  if (connectAttempt.phase === 'failed') return new KitError(connectAttempt.code, { message: connectAttempt.message })
  return new KitError('user_rejected')
}
