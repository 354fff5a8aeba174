import { findUnmet, isEventApproved, type ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import { lifetimes } from '@billfold/protocol/wc/session'
import { peerError } from '@billfold/protocol/wc/wcErrors'
import { filterGrant } from './filterGrant.ts'
import type { PeerAnswer, PeerRequest } from './peers.ts'
import type { WcSession } from './wcSession.ts'

/** Session events caused by the wallet. */
export type WcEvent =
  /** `isLent`: the site created it with its own client. */
  | { type: 'updated'; session: WcSession; isLent?: true }
  | { type: 'event'; name: string; data: unknown; chainId: string }
  | { type: 'ended'; by: 'wallet' | 'expiry' | 'user' | 'otherTab' }

/** The response, and the resulting session: undefined when it has ended. */
export type Judgement = { answer: PeerAnswer; session: WcSession | undefined; event?: WcEvent }

/** Handles a wallet's request in an open session. Pure: the same request on the same session has the same outcome. */
export function answerPeer(
  session: WcSession,
  request: PeerRequest,
  { nowMs, requested = [] }: { nowMs: number; requested?: readonly ProposalNamespaces[] },
): Judgement {
  const same = (answer: PeerAnswer): Judgement => ({ answer, session })
  const kindOf = () => (request.method === 'wc_sessionEvent' ? `event/${request.params.event.name}` : request.method)
  const isOld = request.id <= (session.lastIds[kindOf()] ?? 0)
  const noted = (): WcSession => ({ ...session, lastIds: note(session.lastIds, kindOf(), request.id) })
  switch (request.method) {
    case 'wc_sessionPing':
      return same(yes)
    case 'wc_sessionUpdate': {
      if (isOld) return same({ error: peerError('invalid_update', 'A newer one came before it.') })
      const granted = filterGrant(request.params.namespaces, [session.optionalNamespaces, ...requested])
      if ('problem' in granted) return same({ error: peerError('invalid_update', granted.problem.detail) })
      // An update must keep what the site requires; otherwise the session does not change.
      const unmet = findUnmet(session.requiredNamespaces, granted.namespaces)
      if (unmet) return same({ error: peerError('invalid_update', unmet.detail) })
      const updated = { ...noted(), namespaces: granted.namespaces }
      return { answer: yes, session: updated, event: { type: 'updated', session: updated } }
    }
    case 'wc_sessionExtend': {
      if (isOld) return same({ error: peerError('invalid_extend', 'A newer one came before it.') })
      const expiry = Math.max(session.expiry, Math.floor(nowMs / 1000) + lifetimes.session)
      const extended = { ...noted(), expiry }
      return { answer: yes, session: extended, event: { type: 'updated', session: extended } }
    }
    case 'wc_sessionEvent': {
      const { event, chainId } = request.params
      if (!isEventApproved(session.namespaces, chainId, event.name))
        return same({ error: peerError('unauthorized_event', `${event.name} on ${chainId}`) })
      // Late or repeated: wallet and page have moved on.
      if (isOld) return same(yes)
      return { answer: yes, session: noted(), event: { type: 'event', name: event.name, data: event.data, chainId } }
    }
    case 'wc_sessionDelete':
      return { answer: yes, session: undefined, event: { type: 'ended', by: 'wallet' } }
    case 'wc_sessionRequest':
      return same({ error: peerError('unauthorized_method', 'A site accepts no requests.') })
    default:
      return same({ error: peerError('unsupported_wc_method') })
  }
}

const yes: PeerAnswer = { result: true }

/** Bounds the number of kinds; a wallet that invents more loses the oldest. */
const note = (lastIds: Record<string, number>, kind: string, id: number): Record<string, number> =>
  Object.fromEntries([...Object.entries(lastIds).filter(([other]) => other !== kind), [kind, id]].slice(-50))
