export { AppKitWalletButton } from '@billfold/react'
export { createAppKitWalletButton, type Wallet } from '../walletButton/createAppKitWalletButton.ts'
export { useAppKitUpdateEmail } from '../walletButton/useAppKitUpdateEmail.ts'
export { useAppKitWallet } from '../walletButton/useAppKitWallet.ts'
