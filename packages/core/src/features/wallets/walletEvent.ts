import type { Wallet } from '@billfold/protocol/api/registry'

/** What the visitor did in lists and guides: nothing changes by it, but the site may want to know. */
export type WalletEvent =
  | {
      type: 'wallet/selected'
      name: string
      platform: 'browser' | 'mobile' | 'qrcode' | 'desktop' | 'web' | 'unsupported'
    }
  | { type: 'wallet/searched'; search: string; badge: boolean }
  | { type: 'wallet/allClicked' }
  | { type: 'wallet/getClicked' }
  | { type: 'wallet/helpClicked' }
  | { type: 'wallet/redirected'; wallet: Wallet; url: string }
  | { type: 'network/listClicked' }
  | { type: 'network/helpClicked' }
