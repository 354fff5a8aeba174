import type { AuthPayload } from '@billfold/protocol/wc/authenticate'
import type { ProposalNamespaces, SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'

/** A session as the wallet holds it. */
export type WalletConnectSession = {
  topic: string
  symKey: string
  publicKey: string
  peer: PeerMetadata
  namespaces: SessionNamespaces
  /** Unix seconds. */
  expiry: number
}

type Common = {
  id: number
  topic: string
  /** Who asks, in its own words. */
  peer: PeerMetadata
  /** Unix seconds. */
  expiry: number
  /** Says no; the protocol's "user rejected" unless told. */
  reject(error?: { code: number; message: string }): Promise<void>
}

/** A site that wants a session. */
export type SessionAsking = Common & {
  kind: 'session'
  required: ProposalNamespaces
  optional: ProposalNamespaces
  /** What a yes gives. */
  offered: SessionNamespaces
  /** Settles; with namespaces of your own, also ones nobody asked for. */
  approve(namespaces?: SessionNamespaces): Promise<WalletConnectSession>
}
/** A site that wants something signed or sent. */
export type RequestAsking = Common & {
  kind: 'request'
  chainId: string
  method: string
  params: unknown
  /** Does it and answers; resolves with the answer. */
  approve(): Promise<unknown>
  /** Answers with something else. */
  answer(result: unknown): Promise<void>
}
/** A site that wants a session and a signed statement in one go. */
export type SignInAsking = Common & {
  kind: 'signIn'
  payload: AuthPayload
  /** What would be signed, for each chain. */
  messages: readonly string[]
  /** Signs; a test may put a signature of its own in place of the right one. */
  approve(over?: { signature?: string }): Promise<WalletConnectSession>
}
export type Asking = SessionAsking | RequestAsking | SignInAsking
