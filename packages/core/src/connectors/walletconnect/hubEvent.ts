import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { AccountEvent } from '../../features/account/account.ts'
import type { DeepLink } from '../../wc/deepLink.ts'
import type { RelayStatus } from '../../wc/relay.ts'

/** A request that a wallet has not answered yet. */
export type WaitingRequest = {
  id: number
  method: string
  networkId: CaipNetworkId
  /** The app in which it waits, where the visitor came through one. */
  link?: DeepLink
}

/** What a wallet says late: its result, or that its person rejected the request. */
export type LateAnswer = { result: unknown } | { isRejected: true }

/** What happened around the shared session, for anyone who draws. */
export type HubEvent =
  | { type: 'walletConnect/uriOffered'; uri: string; expiresAt: number }
  | { type: 'walletConnect/pairingEnded' }
  | { type: 'walletConnect/relayChanged'; status: RelayStatus }
  | {
      type: 'walletConnect/settled'
      /** The family the visitor waits for; no one does where the wallet said yes after they had left. */
      namespace?: Namespace
      /** All that the wallet granted. */
      namespaces: readonly Namespace[]
      /** None of it is what the visitor waits for. */
      isElsewhere?: true
      peer: { name: string; icon?: string }
    }
  /** A session from an earlier page was taken up. */
  | { type: 'walletConnect/resumed'; peer: { name: string; icon?: string } }
  | { type: 'walletConnect/requestSent'; request: WaitingRequest }
  | { type: 'walletConnect/requestEnded'; id: number }
  /** A wallet answered after no one waited any more, or a request of an earlier page. */
  | { type: 'walletConnect/answeredLate'; id: number; answer: LateAnswer }
  | { type: 'walletConnect/ended' }
  /** Of a family that the kit does not speak. */
  | Extract<AccountEvent, { type: 'account/connected' | 'account/disconnected' }>
