import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import type { Kit } from '../../kit.ts'

/** What a visitor signs to sign in (CAIP-122), by AppKit's names. Dates are ISO 8601. */
export type SiwxMessageData = {
  /** Empty while the wallet has not said who it is. */
  accountAddress: string
  /** The network's CAIP-2 id. */
  chainId: CaipNetworkId
  /** The host that asks for the signature. */
  domain: string
  /** The address of what is signed in to. */
  uri: string
  /** The version of the message format. */
  version: string
  /** The server's one-time value, which keeps a signature from being used twice. */
  nonce: string
  /** A sentence that the visitor reads before signing. */
  statement?: string
  /** Addresses that the visitor gives access to. */
  resources?: readonly string[]
  /** When the sign-in starts. */
  notBefore?: string
  /** An id of the site's for this sign-in. */
  requestId?: string
  /** When the message was made. */
  issuedAt?: string
  /** When the sign-in ends. */
  expirationTime?: string
}
/** A message to sign, and its text. */
export type SiwxMessage = SiwxMessageData & {
  /** The text that the wallet shows and signs. */
  toString(): string
}
/** A message that an account signed: the proof of a sign-in. */
export type SiwxSession = {
  /** What the message says. */
  data: SiwxMessageData
  /** The text that was signed. */
  message: string
  /** The wallet's signature, as its family writes it. */
  signature: string
  /** The same as a CAIP-74 object, where the wallet signed over WalletConnect. */
  cacao?: Cacao
}

/** How a site signs visitors in: it makes the message (with a nonce of its server's) and keeps what was proven. */
export type Siwx = {
  /** Writes the message that an account signs. */
  createMessage(input: { accountAddress: string; chainId: CaipNetworkId; notBefore?: string }): Promise<SiwxMessage>
  /** Must verify; throws where it does not hold. */
  addSession(session: SiwxSession): Promise<void>
  /** Signs one account out. */
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
