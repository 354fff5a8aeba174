import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'
import type { WalletWindow } from './walletWindow.ts'

/** A wallet in a window, and how to take it out. */
export type InstalledWallet = DevnetWallet & {
  /** Takes the wallet out of the window and rejects what waits. */
  uninstall(): void
}

/** Installs a wallet into a test's window: jsdom's, happy-dom's, or a bare `new EventTarget()`. */
export function installInWindow(window: WalletWindow, options: DevnetWalletOptions): InstalledWallet {
  const wallet = createDevnetWallet(options)
  const uninstall = wallet.install(window)
  return { ...wallet, uninstall }
}
