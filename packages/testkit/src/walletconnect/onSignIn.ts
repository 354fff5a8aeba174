import { deriveSymKey, generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { grantsOn, type SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { lifetimes, type SessionInput } from '@billfold/protocol/wc/session'
import { signInMessage } from '@billfold/protocol/wc/signInMessage'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import { peerError, wcErrors } from '@billfold/protocol/wc/wcErrors'
import type { SignInAsking } from './askings.ts'
import { putQuestion, takeQuestion } from './putQuestion.ts'
import { answerSignIn, signStatements, statementsOf } from './signIn.ts'
import type { WalletParts } from './walletParts.ts'

type Request = { id: number; topic: string; params: SessionInput<'wc_sessionAuthenticate'> }

/** A site wants a session and a signed statement in one go; EVM accounts only, as the protocol has it. */
export async function onSignIn(wallet: WalletParts, { id, topic, params }: Request): Promise<void> {
  const { authPayload: payload, requester, expiryTimestamp } = params
  const own = generateKeyPair()
  const supported = await wallet.supported
  const chains = payload.chains.filter((chain) => grantsOn(supported, chain).accounts.length > 0)
  const { address } = await wallet.signing.keys.eip155()
  const statements = statementsOf(payload, chains, address)
  const answer = (reply: { result: unknown } | { error: unknown }) =>
    answerSignIn(wallet.link, { own, requester: requester.publicKey, answer: { id, ...reply } })
  if (statements.length === 0)
    return answer({ error: peerError('unsupported_chains', 'The wallet has none of these chains.') })

  const asking: SignInAsking = {
    kind: 'signIn',
    id,
    topic,
    peer: requester.metadata,
    expiry: expiryTimestamp,
    payload,
    messages: statements.map(signInMessage),
    async approve({ signature } = {}) {
      takeQuestion(wallet, asking, 'approve')
      const cacaos = await signStatements(wallet.signing.keys, statements, signature)
      const symKey = deriveSymKey(own.privateKey, requester.publicKey)
      const session = {
        topic: topicOf(symKey),
        symKey,
        publicKey: own.publicKey,
        peer: requester.metadata,
        namespaces: grantedOf(supported, chains, address),
        expiry: wallet.now() + lifetimes.session,
      }
      await wallet.peers().join(session.topic, symKey)
      wallet.store.set(session)
      await answer({ result: { cacaos, responder: { publicKey: own.publicKey, metadata: wallet.metadata } } })
      wallet.peers().leave(topic)
      wallet.tell({ type: 'settled', session })
      return session
    },
    async reject(error = wcErrors.user_rejected) {
      takeQuestion(wallet, asking, 'reject')
      await answer({ error })
    },
  }
  putQuestion(wallet, asking)
}

const grantedOf = (supported: SessionNamespaces, chains: string[], address: string): SessionNamespaces => ({
  eip155: {
    chains,
    accounts: chains.map((chain) => `${chain}:${address}`),
    methods: supported.eip155?.methods ?? [],
    events: supported.eip155?.events ?? [],
  },
})
