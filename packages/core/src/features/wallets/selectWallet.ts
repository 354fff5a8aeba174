import type { Wallet } from '@billfold/protocol/api/registry'
import type { Kit } from '../../kit.ts'
import { findConnector } from '../connect/findConnector.ts'
import { requestedNamespaces } from '../network/network.ts'
import { isReachable } from '../walletConnect/platformsOf.ts'
import { redirectOf } from './redirectOf.ts'

/** A wallet of the registry was picked: connect it if it is here, offer it a link or a code, else say where it can be had. */
export function selectWallet(kit: Kit, { wallet }: { wallet: Wallet }): void {
  const state = kit.store.get()
  const namespace = state.modal.namespace ?? state.network.activeNamespace
  const here = findConnector(state, wallet, namespace)
  const url = here ? undefined : redirectOf(kit.ports.page, namespace, wallet.name)
  if (url) {
    kit.store.send({ type: 'wallet/redirected', wallet, url })
    kit.ports.page.open(url, '_self')
  }
  const elsewhere = state.modal.namespace ? [] : requestedNamespaces(state)
  const connector = here ?? elsewhere.map((n) => findConnector(state, wallet, n)).find((c) => c !== undefined)
  kit.store.send({
    type: 'modal/pushed',
    view: connector
      ? { name: 'ConnectingExternal', connectorId: connector.id, namespace: connector.namespace, wallet }
      : state.options.enableWalletConnect && isReachable(wallet, state.device)
        ? { name: 'ConnectingWalletConnect', wallet }
        : { name: 'Downloads', wallet },
  })
}
