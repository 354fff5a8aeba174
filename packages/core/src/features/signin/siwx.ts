import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import type { Kit } from '../../kit.ts'

/** What a visitor signs to sign in (CAIP-122), by AppKit's names. Dates are ISO 8601. */
export type SiwxMessageData = {
  /** Empty while the wallet has not said who it is. */
  accountAddress: string
  chainId: CaipNetworkId
  domain: string
  uri: string
  version: string
  nonce: string
  statement?: string
  resources?: readonly string[]
  notBefore?: string
  requestId?: string
  issuedAt?: string
  expirationTime?: string
}
export type SiwxMessage = SiwxMessageData & { toString(): string }
export type SiwxSession = { data: SiwxMessageData; message: string; signature: string; cacao?: Cacao }

/** How a site signs visitors in: it makes the message (with a nonce of its server's) and keeps what was proven. */
export type Siwx = {
  createMessage(input: { accountAddress: string; chainId: CaipNetworkId; notBefore?: string }): Promise<SiwxMessage>
  /** Must verify; throws where it does not hold. */
  addSession(session: SiwxSession): Promise<void>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all; must verify all of them or throw. */
  setSessions(sessions: SiwxSession[]): Promise<void>
  /** Those of the account that hold now; throws where that cannot be known. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SiwxSession[]>
  /** Whether an account that does not sign in is disconnected; it is unless said otherwise. */
  getRequired?(): boolean
  /** Lends it the kit's storage, clock, nodes and server, before anything is asked of it. */
  attach?(kit: Kit): void
}
