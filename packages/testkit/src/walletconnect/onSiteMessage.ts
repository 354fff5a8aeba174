import { isEventApproved, isMethodApproved } from '@billfold/protocol/wc/namespaces'
import { lifetimes, type SessionInput } from '@billfold/protocol/wc/session'
import { peerError, wcErrors } from '@billfold/protocol/wc/wcErrors'
import { toProviderError } from '../providerError.ts'
import { answerRequest } from './answerRequest.ts'
import type { RequestAsking, WalletConnectSession } from './askings.ts'
import { endSession } from './endSession.ts'
import { onProposal } from './onProposal.ts'
import { onSignIn } from './onSignIn.ts'
import { putQuestion, takeQuestion } from './putQuestion.ts'
import type { WalletParts } from './walletParts.ts'
import type { Reply, SiteMessage } from './walletPeers.ts'

const yes: Reply = { result: true }

/** Handles a message from a site; returns undefined if the response comes later. */
export function onSiteMessage(wallet: WalletParts, { id, topic, method, params }: SiteMessage): Reply | undefined {
  const session = wallet.store.get(topic)
  const later = (work: Promise<void>): undefined => {
    work.catch((e: unknown) => console.error(`${method} failed in the wallet:`, e))
  }
  if (method === 'wc_sessionPropose' || method === 'wc_sessionAuthenticate') wallet.awaited.get(topic)?.()
  switch (method) {
    case 'wc_sessionPropose':
      if (wallet.signInTopics.has(topic)) return undefined
      return later(onProposal(wallet, { id, topic, params: params as SessionInput<typeof method> }))
    case 'wc_sessionAuthenticate':
      if (!wallet.signInTopics.has(topic)) return { error: peerError('unsupported_wc_method', method) }
      return later(onSignIn(wallet, { id, topic, params: params as SessionInput<typeof method> }))
    case 'wc_sessionPing':
    case 'wc_pairingPing':
    case 'wc_pairingDelete':
      return yes
    default:
      if (!session) return { error: peerError('user_disconnected') }
  }
  switch (method) {
    case 'wc_sessionRequest':
      return onRequest(wallet, session, id, params as SessionInput<typeof method>)
    case 'wc_sessionEvent': {
      const { event, chainId } = params as SessionInput<typeof method>
      if (!isEventApproved(session.namespaces, chainId, event.name))
        return { error: peerError('unauthorized_event', event.name) }
      wallet.tell({ type: 'heard', topic, ...event, chainId })
      return yes
    }
    case 'wc_sessionExtend': {
      const extended = { ...session, expiry: wallet.now() + lifetimes.session }
      wallet.store.set(extended)
      wallet.tell({ type: 'changed', session: extended })
      return yes
    }
    case 'wc_sessionDelete':
      queueMicrotask(() => endSession(wallet, topic, 'site'))
      return yes
    default:
      return { error: peerError('unauthorized_update', 'What is granted is up to the wallet.') }
  }
}

function onRequest(
  wallet: WalletParts,
  session: WalletConnectSession,
  id: number,
  { request, chainId }: SessionInput<'wc_sessionRequest'>,
): Reply | undefined {
  const { topic, peer, namespaces } = session
  const { method, params, expiryTimestamp } = request
  if (!isMethodApproved(namespaces, chainId, method))
    return { error: peerError('unauthorized_method', `${method} on ${chainId}`) }
  const answer = (reply: Reply) => wallet.peers().answer(topic, id, 'wc_sessionRequest', reply)
  const asking: RequestAsking = {
    kind: 'request',
    id,
    topic,
    peer,
    chainId,
    method,
    params,
    expiry: expiryTimestamp ?? wallet.now() + lifetimes.request.min,
    async approve() {
      takeQuestion(wallet, asking, 'approve')
      try {
        const result = await answerRequest(wallet.signing, { chainId, method, params })
        await answer({ result })
        return result
      } catch (e) {
        const { code, message } = toProviderError(e)
        await answer({ error: { code, message } })
        throw e
      }
    },
    async answer(result) {
      takeQuestion(wallet, asking, 'approve')
      await answer({ result })
    },
    async reject(error = wcErrors.user_rejected) {
      takeQuestion(wallet, asking, 'reject')
      await answer({ error })
    },
  }
  putQuestion(wallet, asking)
  return undefined
}
