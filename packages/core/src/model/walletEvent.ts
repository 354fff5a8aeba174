import type { Wallet } from '@billfold/protocol/api/registry'
import type { WalletIdentity } from '@billfold/protocol/knownWallets'

/** Events of wallet lists and guides. */
export type WalletEvent =
  | {
      type: 'wallet/selected'
      name: string
      platform: 'browser' | 'mobile' | 'qrcode' | 'desktop' | 'web' | 'unsupported'
    }
  /** The registry, or its bundled part, returned these. */
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
