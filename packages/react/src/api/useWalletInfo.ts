import type { Namespace } from '@billfold/protocol/caip'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type ConnectedWalletInfo, walletInfo } from './publicState.ts'

/** The connected wallet's name and picture, of the active family unless one is named. */
export const useWalletInfo = (
  namespace?: Namespace,
): {
  /** The connected wallet; undefined while none is connected. */
  walletInfo: ConnectedWalletInfo | undefined
} => ({
  walletInfo: useSelectOf(useAppKitOf('useWalletInfo').kit, (state) => walletInfo(state, namespace)),
})
