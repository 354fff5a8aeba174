export type { Risk } from '@billfold/core/features/lookalike/recipientRisks'
export type { InterruptedState as LeftState } from '@billfold/core/features/swap/interruptedSwapQuery'
export type { WalletPrompt as SwapAsk } from '@billfold/core/features/swap/walletPrompts'
export type { OfferedQuote, SwapAsset } from '@billfold/core/model/swap'
export type { TokenBalance } from '@billfold/core/model/tokenBalance'
export type { Transaction } from '@billfold/core/model/transactions'
export type { SendToken } from '@billfold/core/model/transfer'
export type { Nft } from '@billfold/protocol/api/nfts'
export type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
export type { LeftSwapItem } from './headless/leftItem.ts'
export { type QrDrawing, qrCode } from './headless/qrCode.ts'
export type { LoginNext } from './headless/readLogin.ts'
export { type ActivityItem, type UseAppKitActivityReturn, useAppKitActivity } from './headless/useAppKitActivity.ts'
export { type UseAppKitBalancesReturn, useAppKitBalances } from './headless/useAppKitBalances.ts'
export { type UseAppKitEmailLoginReturn, useAppKitEmailLogin } from './headless/useAppKitEmailLogin.ts'
export { type UseAppKitFarcasterLoginReturn, useAppKitFarcasterLogin } from './headless/useAppKitFarcasterLogin.ts'
export { type NetworkItem, type UseAppKitNetworksReturn, useAppKitNetworks } from './headless/useAppKitNetworks.ts'
export { type UseAppKitNftsReturn, useAppKitNfts } from './headless/useAppKitNfts.ts'
export { type UseAppKitPasskeyLoginReturn, useAppKitPasskeyLogin } from './headless/useAppKitPasskeyLogin.ts'
export { type UseAppKitReceiveReturn, useAppKitReceive } from './headless/useAppKitReceive.ts'
export {
  type AskedPayment,
  type SendRecipient,
  type UseAppKitSendReturn,
  useAppKitSend,
} from './headless/useAppKitSend.ts'
export {
  type SocialLogin,
  type UseAppKitSocialLoginReturn,
  useAppKitSocialLogin,
} from './headless/useAppKitSocialLogin.ts'
export { type UseAppKitSwapReturn, useAppKitSwap } from './headless/useAppKitSwap.ts'
export { type UseAppKitWalletsReturn, useAppKitWallets } from './headless/useAppKitWallets.ts'
export type { FetchWalletsOptions } from './headless/useWalletPages.ts'
export type { WalletItem, WalletItemConnector } from './headless/walletItem.ts'
