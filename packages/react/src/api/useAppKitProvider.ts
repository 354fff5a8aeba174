import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { AnyNamespace, Namespace } from '@billfold/protocol/caip'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { walletInfo } from './publicState.ts'

/** The connected wallet of a family, for libraries that take a provider. */
export function useAppKitProvider<T>(any: AnyNamespace): {
  /** The connected wallet as an EIP-1193 provider; undefined while none is connected. */
  walletProvider: T | undefined
  /** How the wallet is connected, such as `INJECTED` or `WALLET_CONNECT`. */
  walletProviderType: string | undefined
} {
  const namespace = any as Namespace
  const { kit, getProvider } = useAppKitOf('useAppKitProvider')
  const connectorId = useSelectOf(kit, (state) => connectedAccount(state, namespace)?.connectorId)
  const walletProviderType = useSelectOf(kit, (state) => walletInfo(state, namespace)?.type)
  const walletProvider = connectorId === undefined ? undefined : getProvider<T>(namespace)
  return { walletProvider, walletProviderType }
}
