import { connectedAccount } from '@billfold/core/features/account/account'
import type { AnyNamespace, Namespace } from '@billfold/protocol/caip'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { walletInfo } from './publicState.ts'

/** The connected wallet of a family, for libraries that take a provider. */
export function useAppKitProvider<T>(any: AnyNamespace): {
  walletProvider: T | undefined
  walletProviderType: string | undefined
} {
  const namespace = any as Namespace
  const { kit, getProvider } = useAppKitOf('useAppKitProvider')
  const connectorId = useSelectOf(kit, (state) => connectedAccount(state, namespace)?.connectorId)
  const walletProviderType = useSelectOf(kit, (state) => walletInfo(state, namespace)?.type)
  const walletProvider = connectorId === undefined ? undefined : getProvider<T>(namespace)
  return { walletProvider, walletProviderType }
}
