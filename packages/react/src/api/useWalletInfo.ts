import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type ConnectedWalletInfo, walletInfo } from './publicState.ts'

/** The connected wallet's name and picture. */
export const useWalletInfo = (): { walletInfo: ConnectedWalletInfo | undefined } => ({
  walletInfo: useSelectOf(useAppKitOf('useWalletInfo').kit, (state) => walletInfo(state)),
})
