import type { AppKit as Kit } from '@billfold/react'
import type { OwnProvider } from '@billfold/react/actions'
import { connectionsOf, connectorImageUrl, findMerged, walletInfo } from '@billfold/react/readings'
import type { Connection } from '../shapes/account.ts'
import type { ChainNamespace } from '../shapes/network.ts'
import type { AppKitOptions } from '../shapes/options.ts'
import type { ConnectorType } from '../shapes/wallet.ts'
import type { AppKit } from './AppKit.ts'

type Members = Pick<
  AppKit,
  | 'getError'
  | 'getConnectors'
  | 'getConnectorImage'
  | 'getConnections'
  | 'getRecentConnections'
  | 'switchConnection'
  | 'deleteConnection'
  | 'subscribeConnections'
  | 'getWalletInfo'
  | 'subscribeWalletInfo'
  | 'getProviderType'
  | 'getWalletProviderType'
  | 'getPreferredAccountType'
  | 'setPreferredAccountType'
  | 'updateNativeBalance'
  | 'getUniversalProvider'
  | 'fetchIdentity'
>
type State = ReturnType<Kit['kit']['store']['get']>
/** A family by the kit's own type; one that it does not speak is in none of its lists. */
type Family = State['network']['activeNamespace']

/** Wallets and what they share, by AppKit's names. */
export function walletMembers({ kit }: Kit, { universalProvider }: AppKitOptions): Members {
  const { store } = kit
  const now = () => store.get()
  const actions = () => import('@billfold/react/actions')
  const listOf = (which: 'connections' | 'recentConnections', namespace: ChainNamespace) =>
    connectionsOf(now(), namespace as Family)[which] as Connection[]
  const typeOf = (namespace?: ChainNamespace) =>
    walletInfo(now(), namespace as Family | undefined)?.type as ConnectorType | undefined

  return {
    getError() {
      const { connectAttempt } = now()
      return connectAttempt.phase === 'failed' ? connectAttempt.message : ''
    },
    getConnectors: (namespace) =>
      now()
        .connectors.filter((each) => namespace === undefined || each.namespace === namespace)
        .map(({ id, name, type, namespace: chain, rdns, icon, explorerId }) => ({
          id,
          type,
          name,
          chain,
          ...(icon ? { imageUrl: icon } : {}),
          ...(explorerId ? { explorerId } : {}),
          info: { name, ...(icon ? { icon } : {}), ...(rdns ? { rdns } : {}) },
        })),
    getConnectorImage(connector) {
      const kitConnector = connector && findMerged(now(), connector.id)
      return connector?.imageUrl ?? (kitConnector && connectorImageUrl(now(), kitConnector))
    },
    getConnections: (namespace) => listOf('connections', namespace),
    getRecentConnections: (namespace) => listOf('recentConnections', namespace),
    async switchConnection({ connection, address, namespace, onChange }) {
      const { switchConnection } = await actions()
      const change = await switchConnection(kit, {
        connectorId: connection.connectorId,
        address,
        type: undefined,
        namespace: namespace as Family,
      })
      onChange?.(change)
    },
    deleteConnection({ connectorId, namespace = now().network.activeNamespace }) {
      void actions().then(
        ({ leaveConnection }) => leaveConnection(kit, { connectorId, namespace: namespace as Family }),
        (error) => kit.ports.log.error('The connection could not be deleted', error),
      )
    },
    subscribeConnections: (listener) =>
      store.subscribe((after, before) => {
        if (after.connections === before.connections && after.account === before.account) return
        const families = Object.keys(after.account) as Family[]
        const all = families.map((each) => [each, connectionsOf(after, each)] as const)
        listener({
          connections: new Map(all.map(([each, { connections }]) => [each, connections as Connection[]])),
          recentConnections: new Map(
            all.map(([each, { recentConnections }]) => [each, recentConnections as Connection[]]),
          ),
        })
      }),
    getWalletInfo: (namespace) => walletInfo(now(), namespace as Family | undefined),
    subscribeWalletInfo: (listener, namespace) =>
      store.subscribe((after, before) => {
        const [is, was] = [after, before].map((state) => walletInfo(state, namespace as Family | undefined))
        if (JSON.stringify(is) !== JSON.stringify(was)) listener(is)
      }),
    getProviderType: typeOf,
    getWalletProviderType: () => typeOf(),
    getPreferredAccountType(namespace) {
      const account = now().account[namespace as Family]
      return account?.status === 'connected' ? account.type : undefined
    },
    setPreferredAccountType(type, namespace) {
      if (type !== 'eoa' && type !== 'smartAccount') return
      void actions().then(
        ({ chooseAccountType }) => chooseAccountType(kit, { namespace: namespace as Family, type }),
        (error) => kit.ports.log.error('The account could not be changed', error),
      )
    },
    async updateNativeBalance(address, chainId, namespace) {
      const { fetchBalance } = await actions()
      const network = String(chainId).includes(':') ? chainId : `${namespace}:${chainId}`
      const account = `${network}:${address}` as `${Family}:${string}:${string}`
      return (await fetchBalance(kit, account, { isFresh: true })).data
    },
    // A site's provider is WalletConnect's own, and has every member of the kit's.
    getUniversalProvider: async () =>
      (universalProvider as OwnProvider | undefined) ?? (await actions()).ownProvider(kit),
    fetchIdentity: async ({ address }) => (await actions()).fetchIdentity(kit, address),
  }
}
