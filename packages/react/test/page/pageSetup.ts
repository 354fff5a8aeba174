import type { DevnetWallet } from '@billfold/testkit/createDevnetWallet'
import type { SimulatedLedger } from '@billfold/testkit/ledger/createSimulatedLedger'
import type { AppKit } from '../../src/api/AppKit.ts'
import type { CreateAppKit } from '../../src/createAppKit.tsx'
import type { telegramLaunch } from '../../src/telegram/telegramLaunch.ts'

/** A test's settings for the page, in its address. */
export type PageSetup = {
  options?: Partial<CreateAppKit>
  /** Names of wallets to install; the first is the one tests speak to. */
  wallets?: readonly string[]
  solana?: boolean
  rtl?: boolean
  /** Visitors sign in with their wallet. */
  signIn?: boolean
  /** A simulated Ledger on the USB port, and `ledger()` among the site's connectors. */
  ledger?: boolean
}

declare global {
  interface Window {
    harness: {
      appKit: AppKit
      wallet: DevnetWallet | undefined
      /** How Telegram launched the page, if it did. */
      telegramLaunch?: typeof telegramLaunch
      ledger?: SimulatedLedger
      /** Creates a kit with the same options and more, if the page supports it. */
      create?: (more: Partial<CreateAppKit>) => AppKit
    }
  }
}

export const pageSetup = (): PageSetup =>
  JSON.parse(new URLSearchParams(location.search).get('setup') ?? '{}') as PageSetup
