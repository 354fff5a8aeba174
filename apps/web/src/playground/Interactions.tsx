import { KitError } from '@billfold/protocol/error'
import { useAppKitAccount, useAppKitNetwork, useAppKitProvider, type WalletProvider } from '@billfold/react'
import { useState } from 'react'
import {
  bitcoinMessageRequest,
  callsRequest,
  callsStatusRequest,
  messageRequest,
  polkadotMessageRequest,
  solanaMessageRequest,
  transactionRequest,
  typedDataRequest,
  type WalletRequest,
} from './walletRequests.ts'

/** How each family's wallets sign a text. */
const signing = {
  eip155: messageRequest,
  solana: solanaMessageRequest,
  polkadot: polkadotMessageRequest,
  bip122: bitcoinMessageRequest,
}
type Props = { namespace: keyof typeof signing; title: string }
type Kind = 'signature' | 'transaction' | 'calls' | 'status'
type Answer =
  | { phase: 'none' }
  | { phase: 'asking'; method: string }
  | { phase: 'answered'; kind: Kind; value: string }
  | { phase: 'failed'; sentence: string }

/** Signing and sending through the kit's provider for sites; shown for a connected family. */
export function Interactions({ namespace, title }: Props) {
  const { address } = useAppKitAccount({ namespace })
  const { walletProvider } = useAppKitProvider<WalletProvider>(namespace)
  if (!address || !walletProvider) return null
  return <Asking key={address} namespace={namespace} title={title} address={address} provider={walletProvider} />
}

function Asking({ namespace, title, address, provider }: Props & { address: string; provider: WalletProvider }) {
  const { chainId } = useAppKitNetwork()
  const [message, setMessage] = useState('Hello from the playground')
  const [answer, setAnswer] = useState<Answer>({ phase: 'none' })
  const [callsId, setCallsId] = useState('')
  const field = `message-${namespace}`

  async function ask(kind: Kind, request: WalletRequest): Promise<void> {
    setAnswer({ phase: 'asking', method: request.method })
    try {
      const value = textOf(await provider.request(request))
      if (kind === 'calls') setCallsId(value)
      setAnswer({ phase: 'answered', kind, value })
    } catch (e) {
      setAnswer({ phase: 'failed', sentence: sentenceFor(e, kind) })
    }
  }

  const busy = answer.phase === 'asking'
  const sign = signing[namespace]
  return (
    <section
      className="card play-card"
      aria-labelledby={`ask-${namespace}`}
      data-testid={`${namespace}-test-interactions`}
    >
      <h2 id={`ask-${namespace}`}>{title}</h2>
      <label htmlFor={field}>Message</label>
      <input id={field} className="field" value={message} onChange={(event) => setMessage(event.target.value)} />
      <div className="play-row">
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void ask('signature', sign(address, message))}
          data-testid="sign-message-button"
        >
          Sign message
        </button>
        {namespace === 'eip155' && (
          <>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => void ask('signature', typedDataRequest(address, Number(chainId), message))}
              data-testid="sign-typed-data-button"
            >
              Sign typed data
            </button>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => void ask('transaction', transactionRequest(address))}
              data-testid="send-transaction-button"
            >
              Send to yourself
            </button>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => void ask('calls', callsRequest(address, Number(chainId)))}
              data-testid="send-calls-button"
            >
              Send two calls
            </button>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy || !callsId}
              onClick={() => void ask('status', callsStatusRequest(callsId))}
              data-testid="get-calls-status-button"
            >
              Get calls status
            </button>
          </>
        )}
      </div>
      <div role="status" className="play-answer">
        <Outcome answer={answer} />
      </div>
    </section>
  )
}

function Outcome({ answer }: { answer: Answer }) {
  if (answer.phase === 'none') return <p className="quiet">Wallet responses appear here.</p>
  if (answer.phase === 'asking')
    return (
      <p className="quiet">
        Waiting for the wallet: <code dir="ltr">{answer.method}</code>
      </p>
    )
  if (answer.phase === 'failed') return <p className="danger">{answer.sentence}</p>
  return (
    <>
      <p className="done">{outcomes[answer.kind].title}</p>
      <code dir="ltr" className="hash" data-testid={outcomes[answer.kind].testId}>
        {answer.value}
      </code>
    </>
  )
}

const outcomes: Record<Kind, { title: string; testId: string }> = {
  signature: { title: 'Signed', testId: 'w3m-signature' },
  transaction: { title: 'Transaction sent', testId: 'transaction-hash' },
  calls: { title: 'Calls sent', testId: 'send-calls-id' },
  status: { title: 'Calls status', testId: 'calls-status' },
}

/** A signature or the id of a bundle if there is one; otherwise the whole value. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { signature, id, status } = (value ?? {}) as Record<string, unknown>
  const result = signature ?? (status === undefined ? id : undefined)
  return typeof result === 'string' ? result : JSON.stringify(value)
}

/** “Nothing was sent” is certain only after a rejection: a wallet that failed may have sent it. */
export function sentenceFor(e: unknown, kind: Kind): string {
  // The kit's providers throw errors in the shape that libraries expect, with the kit's own error as the cause.
  const isKits = e instanceof Error && e.cause instanceof KitError
  const { code, message } = isKits ? (e.cause as KitError) : KitError.from(e)
  if (isKits && code === 'unavailable') return `${message.replace(/\.?$/, '.')} Try again.`
  if (code === 'user_rejected') return 'You rejected the request. Nothing was signed or sent.'
  if (code.startsWith('relay_'))
    return `The relay failed, not the wallet. Look in the wallet before you try again. (${message})`
  const sentence = `Wallet error: ${message.replace(/\.?$/, '.')}`
  return kind === 'transaction' || kind === 'calls' ? `${sentence} Check your wallet before trying again.` : sentence
}
