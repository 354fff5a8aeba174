import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'
import type { WalletWindow } from './walletWindow.ts'

export type InstalledWallet = DevnetWallet & { uninstall(): void }

/** Installs a wallet into a test's window: jsdom's, happy-dom's, or a bare `new EventTarget()`. */
export function installInWindow(window: WalletWindow, options: DevnetWalletOptions): InstalledWallet {
  const wallet = createDevnetWallet(options)
  const uninstall = wallet.install(window)
  return { ...wallet, uninstall }
}
