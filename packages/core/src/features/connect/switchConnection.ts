import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../account/account.ts'
import { findConnection } from './connections.ts'

/** Makes a connected wallet the current one of its family, and one of its accounts the one in use. No wallet is asked. */
export function switchConnection(
  kit: Kit,
  { namespace, connectorId, address }: { namespace: Namespace; connectorId: string; address?: string | undefined },
): void {
  const connection = findConnection(kit.store.get(), { namespace, connectorId })
  if (!connection) throw new KitError('provider_disconnected', { message: 'This wallet is not connected' })
  const { address: last, ...session } = connection
  const chosen = address ?? last
  if (!session.accounts.includes(chosen))
    throw new KitError('unauthorized', { message: 'The wallet does not share this account' })
  if (connectedAccount(kit.store.get(), namespace)?.connectorId !== connectorId) {
    kit.latest.cancel(`reconnect/${namespace}`)
    kit.store.send({ type: 'account/connected', namespace, how: 'switch', ...session })
  }
  if (connectedAccount(kit.store.get(), namespace)?.address !== chosen)
    kit.store.send({ type: 'account/addressChanged', namespace, address: chosen, accounts: session.accounts })
}
