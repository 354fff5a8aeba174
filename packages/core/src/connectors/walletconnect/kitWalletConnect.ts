import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { RelayEntry } from '../../model/relayEntry.ts'
import type { WalletConnect } from '../../model/walletConnectClient.ts'
import type { HubParts } from './hubParts.ts'
import { type LentClient, walletConnectConnectors } from './walletConnectConnectors.ts'

type Lent = {
  relays: readonly RelayEntry[]
  namespaces: readonly Namespace[]
  beside: HubParts['beside']
  rpc: HubParts['rpc']
  /** A chain's node URLs. */
  rpcUrls: (chainId: string) => readonly string[] | undefined
} & LentClient

/** A kit's WalletConnect: requests the kit's networks at that time, and reports events to the store. */
export function kitWalletConnect(kit: Pick<Kit, 'store' | 'ports' | 'options'>, lent: Lent): WalletConnect {
  return walletConnectConnectors(lent.namespaces, {
    ...lent,
    projectId: kit.options.projectId,
    apiUrl: kit.options.apiUrl,
    metadata: () => {
      const { name, description, url, icons } = kit.options.metadata
      return { name, description, url, icons: [...icons] }
    },
    networkIds: () => kit.store.get().network.requested.map((network) => network.networkId),
    otherNetworks: () => kit.options.otherNetworks,
    isFree(namespace) {
      const { account, connectAttempt } = kit.store.get()
      return connectAttempt.phase !== 'connecting' && account[namespace].status === 'disconnected'
    },
    mayMove: () => kit.store.get().modal.namespace === undefined,
    ports: kit.ports,
    announce: kit.store.send,
  })
}
