import { proposalNamespaces, sessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { peerMetadata, publicKey } from '@billfold/protocol/wc/peer'
import { topic } from '@billfold/protocol/wc/relayRpc'
import * as z from 'zod/mini'

const side = z.object({ publicKey, metadata: peerMetadata })

/** A stored session, in other clients' format. */
export const wcSession = z.object({
  topic,
  pairingTopic: topic,
  /** `data` names the wallet's relay, if the site has several. */
  relay: z.object({ protocol: z.string(), data: z.optional(z.string()) }),
  /** Unix seconds. */
  expiry: z.int(),
  acknowledged: z.literal(true),
  controller: publicKey,
  namespaces: sessionNamespaces,
  requiredNamespaces: proposalNamespaces,
  /** The request: the limit of every grant. */
  optionalNamespaces: proposalNamespaces,
  self: side,
  peer: side,
  sessionProperties: z.optional(z.record(z.string(), z.unknown())),
  /** The newest request id of each kind: older and repeated ones are ignored. */
  lastIds: z._default(z.record(z.string(), z.int()), {}),
})
export type WcSession = z.infer<typeof wcSession>

/** A session's relay, as it is stored. */
export const sessionRelay = (name: string | undefined): WcSession['relay'] =>
  name === undefined ? { protocol: 'irn' } : { protocol: 'irn', data: name }

/** Whether a session has expired. */
export const isExpired = (session: WcSession, nowMs: number): boolean => session.expiry * 1000 <= nowMs
