import { errors } from '@billfold/protocol/error'
import { deriveSymKey, generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { approveNamespaces } from '@billfold/protocol/wc/namespaces'
import { lifetimes, type SessionInput } from '@billfold/protocol/wc/session'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import { peerError, wcErrors } from '@billfold/protocol/wc/wcErrors'
import { providerError, toProviderError } from '../providerError.ts'
import type { SessionAsking, WalletConnectSession } from './askings.ts'
import { endSession } from './endSession.ts'
import { putQuestion, takeQuestion } from './putQuestion.ts'
import type { WalletParts } from './walletParts.ts'

type Proposal = { id: number; topic: string; params: SessionInput<'wc_sessionPropose'> }

const relay = { protocol: 'irn' }

/** Rejects what the wallet cannot serve; otherwise prompts. */
export async function onProposal(wallet: WalletParts, { id, topic, params }: Proposal): Promise<void> {
  const { requiredNamespaces: required, optionalNamespaces: optional, proposer } = params
  const offered = approveNamespaces(required, optional, await wallet.supported)
  const answer = (reply: { result: unknown } | { error: { code: number; message: string } }) =>
    wallet.peers().answer(topic, id, 'wc_sessionPropose', reply)
  const isShort = Object.keys(required).some((key) => !offered[key.split(':')[0] ?? key])
  if (isShort || Object.keys(offered).length === 0)
    return answer({ error: peerError('unsupported_chains', 'The wallet has none of these chains.') })

  const asking: SessionAsking = {
    kind: 'session',
    id,
    topic,
    peer: proposer.metadata,
    expiry: params.expiryTimestamp ?? wallet.now() + lifetimes.proposal,
    required,
    optional,
    offered,
    async approve(namespaces = offered) {
      takeQuestion(wallet, asking, 'approve')
      const own = generateKeyPair()
      const symKey = deriveSymKey(own.privateKey, proposer.publicKey)
      const session = {
        topic: topicOf(symKey),
        symKey,
        publicKey: own.publicKey,
        peer: proposer.metadata,
        namespaces,
        expiry: wallet.now() + lifetimes.session,
      }
      const joining = wallet.peers().join(session.topic, symKey)
      const response = answer({ result: { relay, responderPublicKey: own.publicKey } })
      const settled = settle(wallet, session)
      await Promise.all([joining, response, settled])
      wallet.peers().leave(topic)
      return session
    },
    async reject(error = wcErrors.user_rejected) {
      takeQuestion(wallet, asking, 'reject')
      await answer({ error })
      wallet.peers().leave(topic)
    },
  }
  putQuestion(wallet, asking)
}

/** Tells the site what it got; a site that refuses it has no session. */
async function settle(wallet: WalletParts, session: WalletConnectSession): Promise<void> {
  const { topic, namespaces, expiry, publicKey } = session
  const controller = { publicKey, metadata: wallet.metadata }
  // Stored before the response: the site may send a request right after the approval.
  wallet.store.set(session)
  try {
    await wallet.peers().ask(topic, 'wc_sessionSettle', { relay, namespaces, controller, expiry })
  } catch (e) {
    const { code, message } = toProviderError(e)
    const isSilent = code === errors.unavailable.rpc
    // The site may have the approval although its acknowledgment was lost: delete the session there too.
    if (isSilent)
      wallet
        .peers()
        .tell(topic, 'wc_sessionDelete', wcErrors.settlement_failed)
        .catch(() => undefined)
    endSession(wallet, topic, isSilent ? 'silence' : 'refusal')
    throw isSilent
      ? providerError(
          'unavailable',
          'The site did not respond: the relay may have lost the connection. Nothing was saved. Get a new code on the site.',
        )
      : providerError('unauthorized', `The site refused the session: ${message}`)
  }
  wallet.tell({ type: 'settled', session })
}
