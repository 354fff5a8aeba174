import { proposalNamespaces, sessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { peerMetadata, publicKey } from '@billfold/protocol/wc/peer'
import { topic } from '@billfold/protocol/wc/relayRpc'
import * as z from 'zod/mini'

const side = z.object({ publicKey, metadata: peerMetadata })

/** A session as it is kept, in the shape in which other clients keep theirs. */
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
  /** What was asked: nothing beyond it is ever accepted. */
  optionalNamespaces: proposalNamespaces,
  self: side,
  peer: side,
  sessionProperties: z.optional(z.record(z.string(), z.unknown())),
  /** The newest request of each kind: an older one that comes later, or again, changes nothing. */
  lastIds: z._default(z.record(z.string(), z.int()), {}),
})
export type WcSession = z.infer<typeof wcSession>

/** A session's relay, as it is stored. */
export const sessionRelay = (name: string | undefined): WcSession['relay'] =>
  name === undefined ? { protocol: 'irn' } : { protocol: 'irn', data: name }

/** Whether a session's time is over. */
export const isExpired = (session: WcSession, nowMs: number): boolean => session.expiry * 1000 <= nowMs
