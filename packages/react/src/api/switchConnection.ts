import { connectedAccount } from '@billfold/core/features/account/account'
import { switchAccount } from '@billfold/core/features/account/switchAccount'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import type { Kit } from '@billfold/core/kit'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { ConnectionChange } from './useAppKitConnection.ts'

/** Goes to a wallet, asking it where it is not connected yet, and to one of its accounts; throws when that did not work. */
export async function switchConnection(
  kit: Kit,
  { connectorId, address, namespace }: { connectorId: string; address?: string | undefined; namespace: Namespace },
): Promise<ConnectionChange> {
  const before = connectedAccount(kit.store.get(), namespace)
  const hasSwitchedWallet = before?.connectorId !== connectorId
  if (hasSwitchedWallet) await connectWallet(kit, { connectorId, namespace })
  const now = connectedAccount(kit.store.get(), namespace)
  if (!now || now.connectorId !== connectorId) throw failureOf(kit)
  if (address !== undefined) switchAccount(kit, { address, namespace })
  const after = connectedAccount(kit.store.get(), namespace) ?? now
  return {
    address: after.address,
    namespace,
    hasSwitchedAccount: before?.address !== after.address,
    hasSwitchedWallet,
    hasDeletedWallet: false,
  }
}

/** Why an attempt came to nothing, in its own words. */
function failureOf(kit: Kit): KitError {
  const { connectAttempt } = kit.store.get()
  if (connectAttempt.phase === 'failed') return new KitError(connectAttempt.code, { message: connectAttempt.message })
  return new KitError('user_rejected')
}
