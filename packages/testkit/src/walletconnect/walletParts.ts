import type { SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'
import type { Signing } from './answerRequest.ts'
import type { Asking, WalletConnectSession } from './askings.ts'
import type { RelayLink } from './relayLink.ts'
import type { createWalletPeers } from './walletPeers.ts'
import type { createWalletStore } from './walletStore.ts'

/** How sessions and requests are answered: automatically, or by the wallet's owner. */
export type WalletPolicy = 'approve' | 'reject' | 'ask'

/** Events of the wallet. */
export type WalletConnectEvent =
  | { type: 'asked'; asking: Asking }
  | { type: 'answered'; asking: Asking; by: 'approve' | 'reject' | 'end' }
  | { type: 'settled'; session: WalletConnectSession }
  | { type: 'changed'; session: WalletConnectSession }
  /** `silence`: the site never said whether it takes the session. */
  | { type: 'ended'; topic: string; by: 'site' | 'wallet' | 'refusal' | 'silence' }
  | { type: 'heard'; topic: string; name: string; data: unknown; chainId: string }
  | { type: 'relay'; isOpen: boolean }

/** Everything the parts of the wallet share. */
export type WalletParts = {
  metadata: PeerMetadata
  signing: Signing
  link: RelayLink
  store: ReturnType<typeof createWalletStore>
  pending: Map<number, Asking>
  policy: WalletPolicy
  /** Pairings that promise a sign-in: the plain proposal that comes along is for wallets without it. */
  signInTopics: Set<string>
  /** Pairings that wait for their proposal, with their callbacks. */
  awaited: Map<string, () => void>
  /** All it would grant; derived once. */
  supported: Promise<SessionNamespaces>
  tell(event: WalletConnectEvent): void
  peers(): ReturnType<typeof createWalletPeers>
  /** Unix seconds. */
  now(): number
}
