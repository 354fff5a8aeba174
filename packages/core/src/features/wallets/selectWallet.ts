import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { requestedNamespaces } from '../../model/findNetwork.ts'
import type { State } from '../../model/state.ts'
import { findConnector } from '../connect/findConnector.ts'

/** Selects a registry wallet: connects it if installed, offers a link or code, otherwise shows how to get it. */
export function selectWallet(kit: Kit, { wallet }: { wallet: Wallet }): void {
  const state = kit.store.get()
  const namespace = state.modal.namespace ?? state.network.activeNamespace
  const here = findConnector(state, wallet, namespace)
  if (!here && namespace !== 'eip155') void openElsewhere(kit, wallet, namespace)
  const elsewhere = state.modal.namespace ? [] : requestedNamespaces(state)
  const connector = here ?? elsewhere.map((n) => findConnector(state, wallet, n)).find((c) => c !== undefined)
  kit.store.send({
    type: 'modal/pushed',
    view: connector
      ? { name: 'ConnectingExternal', connectorId: connector.id, namespace: connector.namespace, wallet }
      : isReachable(wallet, state)
        ? { name: 'ConnectingWalletConnect', wallet }
        : { name: 'Downloads', wallet },
  })
}

/** Whether it has a link for this device; the next view, which comes with more code, knows whether the link can work. */
const isReachable = (
  { mobile_link, desktop_link, webapp_link, browser_link }: Wallet,
  { options, device }: State,
): unknown =>
  browser_link || (options.enableWalletConnect && (mobile_link || webapp_link || (desktop_link && !device.mobile)))

/** If the code fails to load, the next view offers the other ways. */
const openElsewhere = (kit: Kit, wallet: Wallet, namespace: Namespace) =>
  import('./redirectTo.ts').then(
    (m) => kit.isDisposed || m.redirectTo(kit, wallet, namespace),
    (e) => kit.ports.log.info('Could not load the links to wallets’ in-app browsers', e),
  )
