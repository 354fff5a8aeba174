export {
  createAppKitWalletButton,
  type Wallet,
  type WalletButton as AppKitWalletButton,
} from '../walletButton/createAppKitWalletButton.ts'
