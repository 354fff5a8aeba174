import { useInstance } from '../hooks/useInstance.ts'
import type { ChainNamespace, ParsedCaipAddress } from '../shapes/network.ts'
import { connectByName } from './connectByName.ts'
import type { Wallet } from './createAppKitWalletButton.ts'
import { type Attempt, useAttempt } from './useAttempt.ts'

/** Connects one wallet by its name. */
export function useAppKitWallet(
  parameters: {
    namespace?: ChainNamespace
    onSuccess?: (data: ParsedCaipAddress) => void
    onError?: (error: Error) => void
  } = {},
): Attempt<ParsedCaipAddress> & { isReady: boolean; connect: (wallet: Wallet) => Promise<void> } {
  const { kit } = useInstance('useAppKitWallet')
  const [attempt, run] = useAttempt<ParsedCaipAddress>(parameters)
  const { namespace } = parameters
  return { ...attempt, isReady: true, connect: (wallet) => run(() => connectByName(kit, { wallet, namespace })) }
}
