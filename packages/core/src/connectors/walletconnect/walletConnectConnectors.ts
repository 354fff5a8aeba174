import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { type Connector, type ConnectorEvent, walletConnectId } from '../../model/connector.ts'
import type { Network } from '../../model/network.ts'
import type { WalletConnect } from '../../model/walletConnectClient.ts'
import { loadOnce } from '../../ports/loadOnce.ts'
import type { Ports } from '../../ports/ports.ts'
import { sessionKey } from '../../wc/storageKeys.ts'
import type { Hub } from './createHub.ts'
import type { HubParts } from './hubParts.ts'

/** The site's own client, and whether it holds a session. */
export type LentClient = Pick<HubParts, 'lent'> & { isKept?: () => boolean }

/** A connector for each family, sharing one session. */
export function walletConnectConnectors(
  namespaces: readonly Namespace[],
  parts: Omit<HubParts, 'tell'> & LentClient & { ports: Ports },
): WalletConnect {
  const listeners = new Map<Namespace, Set<(event: ConnectorEvent) => void>>()
  const tell = (namespace: Namespace, event: ConnectorEvent) => {
    for (const listener of [...(listeners.get(namespace) ?? [])]) listener(event)
  }
  let hub: Hub | undefined
  let isDisposed = false
  const load = loadOnce(async (): Promise<Hub> => {
    const { createHub } = await import('./createHub.ts')
    if (isDisposed) throw new KitError('aborted')
    hub = createHub({ ...parts, tell })
    return hub
  })
  const isKept = parts.isKept ?? (() => parts.ports.storage.get(sessionKey) !== undefined)

  const withHub = (use: (hub: Hub) => void) =>
    void load().then(use, (e) => parts.ports.log.error('WalletConnect did not load', e))

  const connectorOf = (namespace: Namespace): Connector => ({
    id: walletConnectId,
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    namespace,
    linked: true,
    async connect(request) {
      if (request.silent && !isKept()) throw new KitError('unauthorized', { message: 'There is no wallet session' })
      return (await load()).connect(namespace, request)
    },
    async disconnect() {
      if (hub || isKept()) await (await load()).disconnect()
    },
    request: async (networkId: CaipNetworkId, method, params, signal) =>
      (await load()).request(networkId, method, params, signal),
    accounts: async () => (await load()).accounts(namespace),
    switchNetwork: async (network, rpcUrls, signal) =>
      (await load()).switchNetwork(network.networkId, addRequest(network, rpcUrls), signal),
    on(listener) {
      const own = listeners.get(namespace) ?? new Set()
      listeners.set(namespace, own.add(listener))
      return () => void own.delete(listener)
    },
  })

  return {
    connectors: namespaces.map(connectorOf),
    link: (link) => withHub((hub) => hub.link(link)),
    renewLink: () => hub?.renewLink(),
    expect: (request) => withHub((hub) => hub.expect(request)),
    dispose() {
      isDisposed = true
      listeners.clear()
      hub?.dispose()
    },
  }
}

const addRequest = ({ id, name, nativeCurrency, explorer, namespace }: Network, rpcUrls: readonly string[]) =>
  namespace === 'eip155' && rpcUrls.length > 0
    ? {
        chainId: `0x${Number(id).toString(16)}`,
        chainName: name,
        nativeCurrency,
        rpcUrls,
        ...(explorer ? { blockExplorerUrls: [explorer.url] } : {}),
      }
    : undefined
