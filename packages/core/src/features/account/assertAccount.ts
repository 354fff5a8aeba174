import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { Connector } from '../../model/connector.ts'
import { withDeadline } from '../../ports/withDeadline.ts'

const waitMs = 5000

/** Throws unless the page shows this account and the wallet still shares it. */
export async function assertAccount(kit: Kit, connector: Connector, address: string): Promise<void> {
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  const shared = await withDeadline(kit.ports.clock, waitMs, connector.accounts())
  const isThis = (account: { address: string } | undefined) =>
    sameAddress(connector.namespace, account?.address, address)
  if (!isThis(shown) || shown?.connectorId !== connector.id || !shared.some(isThis))
    throw new KitError('account_mismatch')
}
