import { KitError } from '@billfold/protocol/error'
import type { Chain } from '../../chains/chain.ts'
import type { Connector } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectedAccount } from './account.ts'

const waitMs = 5000

/** Throws unless the page shows this account and the wallet would answer for it, now. */
export async function assertAccount(kit: Kit, connector: Connector, chain: Chain, address: string): Promise<void> {
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  const shared = await withDeadline(kit.ports.clock, waitMs, connector.accounts())
  const isShared = shared.some((account) => {
    try {
      return chain.parseAddress(account.address) === address
    } catch {
      // Not an address at all, so not this one.
      return false
    }
  })
  if (shown?.address !== address || shown.connectorId !== connector.id || !isShared)
    throw new KitError('account_mismatch')
}
