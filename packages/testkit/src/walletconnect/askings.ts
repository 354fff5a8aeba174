import type { AuthPayload } from '@billfold/protocol/wc/authenticate'
import type { ProposalNamespaces, SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'

/** A session as the wallet holds it. */
export type WalletConnectSession = {
  /** The session's id on the relay. */
  topic: string
  /** The key that its messages are sealed with, in hex. */
  symKey: string
  /** The wallet's own key of the session, in hex. */
  publicKey: string
  /** The site, in its own words. */
  peer: PeerMetadata
  /** The granted namespaces, by family. */
  namespaces: SessionNamespaces
  /** Unix seconds. */
  /** When the session ends, in Unix seconds. */
  expiry: number
}

/** Fields of every prompt. */
type Common = {
  /** The JSON-RPC id of the site's message. */
  id: number
  /** The pairing or session that it came by. */
  topic: string
  /** The site, in its own words. */
  peer: PeerMetadata
  /** Unix seconds. */
  /** When the question lapses, in Unix seconds. */
  expiry: number
  /** Rejects the request; by default with the protocol's "user rejected". */
  reject(error?: { code: number; message: string }): Promise<void>
}

/** A site that wants a session. */
export type SessionAsking = Common & {
  /** Tells a proposal apart from the other questions. */
  kind: 'session'
  /** The namespaces that the site requires, by family. */
  required: ProposalNamespaces
  /** The optional namespaces, by family. */
  optional: ProposalNamespaces
  /** The namespaces that an approval grants. */
  offered: SessionNamespaces
  /** Settles; with namespaces of your own, even ones that were not requested. */
  approve(namespaces?: SessionNamespaces): Promise<WalletConnectSession>
}
/** A site that wants something signed or sent. */
export type RequestAsking = Common & {
  /** Tells a request apart from the other questions. */
  kind: 'request'
  /** The CAIP-2 id of the chain that it is for. */
  chainId: string
  /** The method that the site called. */
  method: string
  /** The parameters as the site sent them. */
  params: unknown
  /** Carries out the request and responds; resolves with the response. */
  approve(): Promise<unknown>
  /** Responds with a different result. */
  answer(result: unknown): Promise<void>
}
/** A site that wants a session and a signed statement in one go. */
export type SignInAsking = Common & {
  /** Tells a one-click sign-in apart from the other questions. */
  kind: 'signIn'
  /** The sign-in request (CAIP-122). */
  payload: AuthPayload
  /** The messages to sign, one per chain. */
  messages: readonly string[]
  /** Signs; a test may put a signature of its own in place of the right one. */
  approve(over?: { signature?: string }): Promise<WalletConnectSession>
}
/** Anything that a site asks of the person with the wallet. */
export type Asking = SessionAsking | RequestAsking | SignInAsking
