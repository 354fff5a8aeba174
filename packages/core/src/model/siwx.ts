import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Cacao } from '@billfold/protocol/wc/authenticate'

/** The content of a sign-in message (CAIP-122), under AppKit's names. Dates are ISO 8601. */
export type SiwxMessageData = {
  /** Empty while the wallet's account is unknown. */
  accountAddress: string
  /** The network's CAIP-2 id. */
  chainId: CaipNetworkId
  /** The requesting host. */
  domain: string
  /** The address of what is signed in to. */
  uri: string
  /** The version of the message format. */
  version: string
  /** The server's one-time value, which prevents replays. */
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
  /** The message's content. */
  data: SiwxMessageData
  /** The text that was signed. */
  message: string
  /** The wallet's signature, as its family writes it. */
  signature: string
  /** The same as a CAIP-74 object, if the wallet signed over WalletConnect. */
  cacao?: Cacao
}

/** A site's sign-in: creates messages (with its server's nonce) and stores proven sessions. */
export type Siwx = {
  /** Writes the message that an account signs. */
  createMessage(input: { accountAddress: string; chainId: CaipNetworkId; notBefore?: string }): Promise<SiwxMessage>
  /** Must verify the signature; throws if it is invalid. */
  addSession(session: SiwxSession): Promise<void>
  /** Signs one account out. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all; must verify all of them or throw. */
  setSessions(sessions: SiwxSession[]): Promise<void>
  /** The valid sessions of the account; throws if that is unknown. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<SiwxSession[]>
  /** Whether an account that does not sign in is disconnected; `true` by default. */
  getRequired?(): boolean
  /** Receives the kit's storage, clock, nodes and server before any other call. */
  attach?(kit: object): void
}
