import type { Wallet } from '@billfold/protocol/api/registry'
import type { WalletIdentity } from '@billfold/protocol/knownWallets'

/** What happened in lists and guides of wallets. */
export type WalletEvent =
  | {
      type: 'wallet/selected'
      name: string
      platform: 'browser' | 'mobile' | 'qrcode' | 'desktop' | 'web' | 'unsupported'
    }
  /** The registry, or what we know beforehand of it, has these. */
  | { type: 'wallets/listed'; wallets: readonly WalletIdentity[] }
  | { type: 'wallet/searched'; search: string; badge: boolean }
  | { type: 'wallet/allClicked' }
  | { type: 'wallet/getClicked' }
  | { type: 'wallet/helpClicked' }
  | { type: 'wallet/redirected'; wallet: Wallet; url: string }
  /** A wallet's app could not be opened. */
  | { type: 'wallet/linkFailed'; message: string; mobileLink: string; name: string }
  | { type: 'network/listClicked' }
  | { type: 'network/helpClicked' }
