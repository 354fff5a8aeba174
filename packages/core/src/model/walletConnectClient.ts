import type { Connector } from './connector.ts'
import type { DeepLink } from './deepLink.ts'

/** The kit's WalletConnect, loaded on first use. */
export type WalletConnect = {
  connectors: readonly Connector[]
  /** The app the visitor is about to open, stored with the resulting session. */
  link(link: DeepLink | undefined): void
  /** Replaces the shown link. */
  renewLink(): void
  /** Accepts the response to an earlier page's request, as `walletConnect/answeredLate`. */
  expect(request: { id: number; method: string }): void
  dispose(): void
}
