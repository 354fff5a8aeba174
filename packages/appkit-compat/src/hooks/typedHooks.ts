import * as kit from '@billfold/react'
import type { AppKit, ThemeControllerState } from '../instance/AppKit.ts'
import type { Connection, ConnectionChange, UseAppKitAccountReturn, UseAppKitNetworkReturn } from '../shapes/account.ts'
import type { ChainNamespace } from '../shapes/network.ts'
import type { ConnectedWalletInfo, ConnectorType } from '../shapes/wallet.ts'

/** A connection with what a list shows of it. */
export type FormattedConnection = Connection & { name: string; icon: string; networkIcon: string }
export type UseAppKitConnectionProps = {
  namespace?: ChainNamespace
  onSuccess?: (change: ConnectionChange) => void
  onError?: (error: Error) => void
}

// The kit's hooks, by AppKit's types.
export const useAppKit = kit.useAppKit as unknown as () => Pick<AppKit, 'open' | 'close'>
export const useAppKitAccount = kit.useAppKitAccount as unknown as (options?: {
  namespace?: ChainNamespace
}) => UseAppKitAccountReturn
export const useAppKitNetwork = kit.useAppKitNetwork as unknown as () => UseAppKitNetworkReturn
export const useAppKitNetworkCore = useAppKitNetwork as () => Omit<UseAppKitNetworkReturn, 'switchNetwork'>
/** AppKit's types promise a provider even while no one is connected: check `isConnected` first. */
export const useAppKitProvider = kit.useAppKitProvider as unknown as <T>(namespace: ChainNamespace) => {
  walletProvider: T
  walletProviderType: ConnectorType | undefined
}
export const useAppKitTheme = kit.useAppKitTheme as unknown as () => ThemeControllerState &
  Pick<AppKit, 'setThemeMode' | 'setThemeVariables'>
export const useWalletInfo = kit.useWalletInfo as unknown as (namespace?: ChainNamespace) => {
  walletInfo: ConnectedWalletInfo | undefined
}
export const useDisconnect = kit.useDisconnect as unknown as () => {
  disconnect: (options?: { id?: string; namespace?: ChainNamespace }) => Promise<void>
}
export const useAppKitConnections = kit.useAppKitConnections as unknown as (namespace?: ChainNamespace) => {
  connections: FormattedConnection[]
  recentConnections: FormattedConnection[]
}
export const useAppKitConnection = kit.useAppKitConnection as unknown as (props: UseAppKitConnectionProps) => {
  connection: Connection | undefined
  isPending: boolean
  switchConnection: (params: { connection: Connection; address?: string }) => Promise<void>
  deleteConnection: (params: { address: string; connectorId: string }) => void
}
