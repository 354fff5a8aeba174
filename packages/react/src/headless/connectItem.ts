import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { findConnector } from '@billfold/core/features/connect/findConnector'
import { sharesRelay } from '@billfold/core/features/wallets/sharesRelay'
import type { Kit } from '@billfold/core/kit'
import { walletConnectId } from '@billfold/core/model/connector'
import { requestedNamespaces } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { completeNow } from './useHeadlessKit.ts'
import { anyWallet, type WalletItem } from './walletItem.ts'

type Way = Parameters<typeof connectWallet>[1]

/** Connects a wallet: resolves once it is connected, and rejects with a `KitError` otherwise. */
export async function connectItem(kit: Kit, item: WalletItem, namespace?: Namespace): Promise<void> {
  await completeNow(kit)
  const way = wayTo(kit.store.get(), item, namespace)
  if (!way) throw new KitError('connector_missing', { message: `${item.name} cannot be reached from this page` })
  await connectWallet(kit, way)
  const state = kit.store.get()
  const account = state.account[way.namespace]
  if (account.status === 'connected' && account.connectorId === way.connectorId) return
  // A phone's wallet may grant families that were not requested.
  if (way.connectorId === walletConnectId && state.walletConnect.peer) return
  const { connectAttempt: attempt } = state
  if (attempt.phase === 'declined') throw new KitError('user_rejected')
  if (attempt.phase === 'failed') throw new KitError(attempt.code, { message: attempt.message })
  throw new KitError('aborted')
}

/**
 * The installed wallet of the requested family if there is one; otherwise a QR code or a link, if the site has a relay.
 */
function wayTo(state: State, item: WalletItem, namespace: Namespace | undefined): Way | undefined {
  const { activeNamespace } = state.network
  const wallet = item.walletInfo
  const listed = namespace
    ? item.connectors.find(({ chain }) => chain === namespace)
    : (item.connectors.find(({ chain }) => chain === activeNamespace) ?? item.connectors[0])
  if (listed) return { connectorId: listed.id, namespace: listed.chain, wallet }
  const families = namespace ? [namespace] : [activeNamespace, ...requestedNamespaces(state)]
  const installed =
    wallet && families.map((each) => findConnector(state, wallet, each)).find((one) => one !== undefined)
  if (installed) return { connectorId: installed.id, namespace: installed.namespace, wallet }
  const isByLink =
    state.options.enableWalletConnect &&
    sharesRelay(state.options, wallet) &&
    (wallet !== undefined || item.id === anyWallet.id)
  return isByLink ? { connectorId: walletConnectId, namespace: namespace ?? activeNamespace, wallet } : undefined
}
