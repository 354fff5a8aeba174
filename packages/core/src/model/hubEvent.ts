import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { AccountEvent } from './account.ts'
import type { DeepLink } from './deepLink.ts'
import type { RelayStatus } from './relayStatus.ts'

/** A pending request. */
export type WaitingRequest = {
  id: number
  method: string
  networkId: CaipNetworkId
  /** The app that has the request, if the visitor used one. */
  link?: DeepLink
}

/** A wallet's late response: its result, or a rejection. */
export type LateResponse = { result: unknown } | { isRejected: true }

/** Events of the shared session, for the UI. */
export type HubEvent =
  | { type: 'walletConnect/uriOffered'; uri: string; expiresAt: number }
  | { type: 'walletConnect/pairingEnded' }
  | { type: 'walletConnect/relayChanged'; status: RelayStatus }
  | {
      type: 'walletConnect/settled'
      /** The family the visitor waits for; undefined if the wallet approved after they left. */
      namespace?: Namespace
      /** All families granted by the wallet. */
      namespaces: readonly Namespace[]
      /** The visitor waits for none of them. */
      isElsewhere?: true
      peer: { name: string; icon?: string }
    }
  /** An earlier page's session was restored. */
  | { type: 'walletConnect/resumed'; peer: { name: string; icon?: string } }
  | { type: 'walletConnect/requestSent'; request: WaitingRequest }
  | { type: 'walletConnect/requestEnded'; id: number }
  /** A wallet responded late, or to an earlier page's request. */
  | { type: 'walletConnect/answeredLate'; id: number; answer: LateResponse }
  | { type: 'walletConnect/ended' }
  /** Of a family without kit support. */
  | Extract<AccountEvent, { type: 'account/connected' | 'account/disconnected' }>
