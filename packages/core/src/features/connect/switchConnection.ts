import type { AccountType } from '@billfold/protocol/accountType'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { findConnection, isSameAccount } from './connections.ts'

type Chosen = {
  namespace: Namespace
  connectorId: string
  /** One of the wallet's accounts; defaults to the last active one. */
  address?: string | undefined
  /** The account type, if two share the address; defaults to the active one, or the first with this address. */
  type?: AccountType | undefined
}

/** Makes a connected wallet current, and one of its accounts active, without a prompt. */
export function switchConnection(kit: Kit, { namespace, connectorId, ...wanted }: Chosen): void {
  const connection = findConnection(kit.store.get(), { namespace, connectorId })
  if (!connection) throw new KitError('provider_disconnected', { message: 'This wallet is not connected' })
  const { address, type, ...session } = connection
  const account = [{ address, type }, ...session.accounts].find(
    (one) => one.address === (wanted.address ?? address) && one.type === (wanted.type ?? one.type),
  )
  if (!account) throw new KitError('unauthorized', { message: 'The wallet does not share this account' })
  if (connectedAccount(kit.store.get(), namespace)?.connectorId !== connectorId) {
    kit.latest.cancel(`reconnect/${namespace}`)
    kit.store.send({ type: 'account/connected', namespace, how: 'switch', account, ...session })
  }
  const now = connectedAccount(kit.store.get(), namespace)
  if (now && !isSameAccount(now, account))
    kit.store.send({ type: 'account/changed', namespace, account, accounts: session.accounts })
}
