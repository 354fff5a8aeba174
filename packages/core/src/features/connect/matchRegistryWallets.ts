import { knownWallets, type WalletIdentity } from '@billfold/protocol/knownWallets'
import type { Kit } from '../../kit.ts'
import { isWalletOf } from './isWalletOf.ts'

/**
 * Matches connectors and the WalletConnect peer with registry wallets: those just fetched, chosen by the visitor,
 * configured by the site, or bundled. Installed wallets are not disclosed.
 */
export function matchRegistryWallets(kit: Kit, named: readonly WalletIdentity[] = []): void {
  const { connectors, walletConnect, connectAttempt, recents, options } = kit.store.get()
  const chosen = 'wallet' in connectAttempt && connectAttempt.wallet ? [connectAttempt.wallet] : []
  const wallets = [...named, ...chosen, ...recents, ...options.customWallets, ...knownWallets]
  for (const { id, namespace, explorerId, ...identity } of connectors) {
    const wallet = explorerId ? undefined : wallets.find((each) => isWalletOf({ id, namespace, ...identity }, each))
    if (wallet) kit.store.send({ type: 'connector/recognised', id, namespace, explorerId: wallet.id })
  }
  const { peer } = walletConnect
  const wallet = peer && !peer.explorerId ? wallets.find((each) => isWalletOf(peer, each)) : undefined
  if (wallet) kit.store.send({ type: 'walletConnect/recognised', explorerId: wallet.id })
}
