import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from './account.ts'

/** Uses another of the accounts the wallet shares: requests then name it, and signing proves it. */
export function switchAccount(
  kit: Kit,
  { address, namespace = kit.store.get().network.activeNamespace }: { address: string; namespace?: Namespace },
): void {
  const account = connectedAccount(kit.store.get(), namespace)
  if (!account?.accounts.includes(address))
    throw new KitError('unauthorized', { message: 'The wallet does not share this account' })
  if (account.address !== address)
    kit.store.send({ type: 'account/addressChanged', namespace, address, accounts: account.accounts })
}
