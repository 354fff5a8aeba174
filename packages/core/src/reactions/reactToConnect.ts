import type { WalletIdentity } from '@billfold/protocol/knownWallets'
import { forgetAddresses } from '../features/account/forgetAddresses.ts'
import { cancelConnect } from '../features/connect/connectWallet.ts'
import { reconnectWallet } from '../features/connect/reconnectWallet.ts'
import { restoreConnection, restoreConnections } from '../features/connect/restoreConnections.ts'
import { closeModal } from '../features/modal/closeModal.ts'
import type { Kit } from '../kit.ts'
import type { Reaction } from './reaction.ts'

/** A found wallet reconnects; a WalletConnect session connects every family that it covers. */
export const reactToConnect: Reaction = (kit, [event, now]) => {
  switch (event.type) {
    case 'connector/announced': {
      const { namespace, id } = event.connector
      const { status } = now.account[namespace]
      const isFree = status === 'reconnecting' || status === 'disconnected'
      if (isFree && now.remembered[namespace] === id) void reconnectWallet(kit, { namespace })
      else if (now.connections[namespace]?.known.includes(id))
        void restoreConnection(kit, { namespace, connectorId: id })
      matchWallets(kit)
      break
    }
    case 'wallets/listed':
      matchWallets(kit, event.wallets)
      break
    case 'walletConnect/resumed':
      matchWallets(kit)
      break
    case 'walletConnect/settled':
      matchWallets(kit)
      // The wallet has a different family than requested: switch to it.
      if (event.isElsewhere) {
        cancelConnect(kit)
        const [place] = event.namespaces
        if (place) kit.store.send({ type: 'network/namespaceActivated', namespace: place })
        else closeModal(kit)
      }
      // One session spans families: connect those without another wallet too.
      for (const namespace of event.namespaces)
        if (namespace !== event.namespace && now.account[namespace].status === 'disconnected') {
          kit.store.send({ type: 'account/reconnecting', namespace, connectorId: 'walletConnect' })
          // A listener's event is handled after all have received the current one.
          queueMicrotask(() => void reconnectWallet(kit, { namespace }))
        }
      break
    case 'connections/heard':
      restoreConnections(kit)
      forgetAddresses(kit)
      break
    case 'connection/left':
      forgetAddresses(kit)
      break
  }
}

function matchWallets(kit: Kit, wallets?: readonly WalletIdentity[]): void {
  void import('../features/connect/matchRegistryWallets.ts').then(
    (m) => kit.isDisposed || m.matchRegistryWallets(kit, wallets),
    (e) => kit.ports.log.info('Could not fetch wallet data', e),
  )
}
