import { openModal } from '@billfold/core/features/modal/openModal'
import { selectWallet } from '@billfold/core/features/wallets/selectWallet'
import { walletSearchQuery } from '@billfold/core/features/wallets/walletsQuery'
import type { Kit } from '@billfold/core/kit'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import type { Namespace } from '@billfold/protocol/caip'
import { installedWallet, plainName, walletTitle } from './walletNames.ts'

/**
 * Opens the modal on one wallet: installed, by a code, or from the registry; for an unknown one, on the list of all.
 */
export async function openWallet(
  kit: Kit,
  { wallet, namespace }: { wallet: string; namespace?: Namespace | undefined },
): Promise<void> {
  const family = namespace ? { namespace } : {}
  if (plainName(wallet) === 'walletconnect')
    return openModal(kit, { view: { name: 'ConnectingWalletConnect' }, ...family })
  kit.connectors.ask()
  const here = installedWallet(kit.store.get(), wallet, namespace)
  if (here) {
    const view = { name: 'ConnectingExternal', connectorId: here.id, namespace: here.namespace } as const
    return openModal(kit, { view, namespace: here.namespace })
  }
  openModal(kit, { view: { name: 'Connect' }, ...family })
  const { history } = kit.store.get().modal
  const search = walletTitle(wallet)
  try {
    const results = await queriesOf(kit).fetchQuery(walletSearchQuery(kit, { search, certified: false }))
    const match = results.find(({ id, name }) => id === wallet || plainName(name) === plainName(wallet))
    // Anyone who has gone elsewhere meanwhile is not fetched back.
    const now = kit.store.get().modal
    if (!now.open || now.history !== history) return
    if (match) selectWallet(kit, { wallet: match })
    else kit.store.send({ type: 'modal/pushed', view: { name: 'AllWallets' } })
  } catch (error) {
    // The list that is open says itself that the registry is down.
    kit.ports.log.info(`${search} could not be looked up`, error)
  }
}
