import { computed, type Ref, reactive, ref } from 'vue'
import type { AppKit, EventsControllerState, ThemeControllerState } from '../instance/AppKit.ts'
import type { Connection, ConnectionChange, UseAppKitAccountReturn, UseAppKitNetworkReturn } from '../shapes/account.ts'
import type { CaipNetworkId, ChainNamespace } from '../shapes/network.ts'
import type { RemoteFeatures } from '../shapes/options.ts'
import type { ConnectedWalletInfo, ConnectorType } from '../shapes/wallet.ts'
import { currentInstance } from './currentInstance.ts'
import { follow } from './follow.ts'

export type AppKitEvent = Omit<EventsControllerState, 'reportedErrors'>
export type UseAppKitConnectionProps = {
  namespace?: ChainNamespace
  onSuccess?: (change: ConnectionChange) => void
  onError?: (error: Error) => void
}
type FormattedConnection = Connection & {
  name: string | undefined
  icon: string | undefined
  networkIcon: string | undefined
}
type UseAppKitConnectionReturn = {
  connection: Connection | undefined
  isPending: boolean
  switchConnection: (params: { connection: Connection; address?: string }) => Promise<void>
  deleteConnection: (params: { address: string; connectorId: string }) => void
}

/** Tells of every change of the kit's state. */
const everyChange = (appKit: AppKit) => (listener: () => void) => appKit.kit.store.subscribe(listener)

/** Opens and closes the modal. */
export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { open, close } = currentInstance('useAppKit')
  return { open, close }
}

/** The connected account, of the active family unless one is named. */
export function useAppKitAccount(options?: { namespace?: ChainNamespace }): Ref<UseAppKitAccountReturn> {
  const appKit = currentInstance('useAppKitAccount')
  const read = () => appKit.getAccount(options?.namespace) as UseAppKitAccountReturn
  return follow(read, (listener) => {
    const stops = [appKit.subscribeAccount(listener, options?.namespace), appKit.subscribeNetwork(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  })
}

/** The active network, and the way to another. */
export function useAppKitNetwork(): Ref<UseAppKitNetworkReturn> {
  const appKit = currentInstance('useAppKitNetwork')
  const { switchNetwork } = appKit
  const read = (): UseAppKitNetworkReturn => ({
    caipNetwork: appKit.getCaipNetwork(),
    chainId: appKit.getChainId(),
    caipNetworkId: appKit.getCaipNetworkId(),
    switchNetwork,
  })
  return follow(read, appKit.subscribeNetwork)
}

/** The connected wallet of a family, for libraries that take a provider. */
export function useAppKitProvider<T>(namespace: ChainNamespace): {
  walletProvider: T | undefined
  walletProviderType: ConnectorType | undefined
} {
  const appKit = currentInstance('useAppKitProvider')
  const read = () => ({
    walletProvider: appKit.getProvider<T>(namespace),
    walletProviderType: appKit.getProviderType(namespace),
  })
  return mirrored(follow(read, everyChange(appKit)))
}

/** The modal's colors, and the way to change them. */
export function useAppKitTheme(): ThemeControllerState & Pick<AppKit, 'setThemeMode' | 'setThemeVariables'> {
  const appKit = currentInstance('useAppKitTheme')
  const { setThemeMode, setThemeVariables } = appKit
  const read = () => ({
    themeMode: appKit.getThemeMode(),
    themeVariables: appKit.getThemeVariables(),
    setThemeMode,
    setThemeVariables,
  })
  return mirrored(follow(read, appKit.subscribeTheme))
}

/** The connected wallet's name and picture. */
export function useWalletInfo(namespace?: ChainNamespace): { walletInfo: ConnectedWalletInfo | undefined } {
  const appKit = currentInstance('useWalletInfo')
  const read = () => ({ walletInfo: appKit.getWalletInfo(namespace) })
  return mirrored(follow(read, (listener) => appKit.subscribeWalletInfo(listener, namespace)))
}

/** Whether the modal is open, and the active network. */
export function useAppKitState(): {
  open: boolean
  loading: boolean
  initialized: boolean
  remoteFeatures: RemoteFeatures | undefined
  selectedNetworkId: CaipNetworkId | undefined
} {
  const appKit = currentInstance('useAppKitState')
  const read = () => {
    const { open, loading, initialized, selectedNetworkId } = appKit.getState()
    return { open, loading, initialized, selectedNetworkId, remoteFeatures: appKit.getRemoteFeatures() }
  }
  return mirrored(follow(read, appKit.subscribeState))
}

/** The latest event. */
export function useAppKitEvents(): AppKitEvent {
  const appKit = currentInstance('useAppKitEvents')
  return mirrored(follow(() => ({ ...appKit.getEvent() }), appKit.subscribeEvents))
}

/** Disconnects every wallet of one family, the wallet of one id, or all. */
export function useDisconnect(): {
  disconnect: (options?: { id?: string; namespace?: ChainNamespace }) => Promise<void>
} {
  const appKit = currentInstance('useDisconnect')
  return {
    async disconnect({ id, namespace } = {}) {
      if (id === undefined) return appKit.disconnect(namespace)
      const { leaveConnection } = await import('@billfold/react/actions')
      const families = namespace ? [namespace] : appKit.chainNamespaces
      const places = families.filter((each) =>
        appKit.getConnections(each).some(({ connectorId }) => connectorId === id),
      )
      for (const each of places) await leaveConnection(appKit.kit, { connectorId: id, namespace: each as never })
    },
  }
}

/** Asks what the active account holds. */
export function useAppKitBalance() {
  const { kit } = currentInstance('useAppKitBalance')
  return { fetchBalance: async () => (await import('@billfold/react/actions')).fetchBalance(kit) }
}

/** The wallets of a family: connected, and known but out of reach. */
export function useAppKitConnections(
  namespace?: ChainNamespace,
): Ref<{ connections: FormattedConnection[]; recentConnections: FormattedConnection[] }> {
  const appKit = currentInstance('useAppKitConnections')
  const read = () => {
    const family = namespace ?? appKit.getActiveChainNamespace() ?? 'eip155'
    return {
      connections: appKit.getConnections(family) as FormattedConnection[],
      recentConnections: appKit.getRecentConnections(family) as FormattedConnection[],
    }
  }
  return follow(read, (listener) => appKit.subscribeConnections(listener))
}

/** The wallet that a family uses, and the way to another wallet or account of it. */
export function useAppKitConnection(props: UseAppKitConnectionProps): Ref<UseAppKitConnectionReturn> {
  const appKit = currentInstance('useAppKitConnection')
  const list = useAppKitConnections(props.namespace)
  const isPending = ref(false)
  const family = () => props.namespace ?? appKit.getActiveChainNamespace() ?? 'eip155'
  const report = (error: unknown) => props.onError?.(error instanceof Error ? error : new Error(String(error)))
  return computed(() => ({
    connection: list.value.connections[0],
    isPending: isPending.value,
    async switchConnection({ connection, address }) {
      isPending.value = true
      const namespace = connection.caipNetwork?.chainNamespace ?? family()
      const onChange = (change: Omit<ConnectionChange, 'namespace' | 'hasDeletedWallet'>) =>
        props.onSuccess?.({ ...change, namespace, hasDeletedWallet: false })
      try {
        await appKit.switchConnection({ connection, namespace, onChange, ...(address ? { address } : {}) })
      } catch (error) {
        report(error)
      } finally {
        isPending.value = false
      }
    },
    deleteConnection: ({ address, connectorId }) =>
      appKit.deleteConnection({ address, connectorId, namespace: family() }),
  }))
}

/** A ref's value as an object that follows it, as AppKit's composables return theirs. */
const mirrored = <T extends object>(source: Ref<T>): T =>
  reactive(
    Object.fromEntries(Object.keys(source.value).map((key) => [key, computed(() => source.value[key as keyof T])])),
  ) as T
