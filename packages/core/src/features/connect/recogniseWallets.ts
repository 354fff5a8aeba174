import { knownWallets, type WalletIdentity } from '@billfold/protocol/knownWallets'
import type { Kit } from '../../kit.ts'
import { isWalletOf } from './isWalletOf.ts'

/**
 * Says which wallet of the registry each connector is, and the one at the other end of WalletConnect: from the wallets that
 * the registry just named, that the visitor chose or the site has, and that we ship. No one is told what is installed.
 */
export function recogniseWallets(kit: Kit, named: readonly WalletIdentity[] = []): void {
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
