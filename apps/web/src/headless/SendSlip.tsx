import { decimalOf } from '@billfold/protocol/decimalOf'
import { useAppKitSend } from '@billfold/react/headless'

const lacking: Partial<Record<ReturnType<typeof useAppKitSend>['lacks'], string>> = {
  addAmount: 'Write an amount',
  incorrectValue: 'Enter a valid amount',
  insufficientFunds: 'More than you have',
  insufficientGas: 'Not enough for the network fee',
  addAddress: 'Enter a recipient',
  invalidAddress: 'Enter a valid address',
  checking: 'Checking address…',
  confirmAddress: 'Check the address',
}

/** A paying-in slip: amount, recipient, cost, and one button. */
export function SendSlip() {
  const form = useAppKitSend()
  const { token, coin, recipient, risks, fee, attempt } = form
  if (!form.canSend) return null
  return (
    <form
      className="slip"
      aria-label="Send"
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <label>
        Amount in {token.symbol}
        <input
          data-testid="headless-amount"
          inputMode="decimal"
          value={form.amount}
          onChange={(event) => form.setAmount(event.target.value)}
        />
      </label>
      <label>
        To
        <input data-testid="headless-to" value={form.to} onChange={(event) => form.setTo(event.target.value)} />
      </label>
      {recipient.state === 'found' ? <p className="account">{recipient.address}</p> : null}
      {risks.map(({ kind }) => (
        <p key={kind} className="risk">
          {kind === 'first' ? 'You haven’t sent to this address before.' : `Check this: ${kind}.`}
        </p>
      ))}
      {form.needsConfirmation ? (
        <button type="button" onClick={form.confirmRecipient}>
          I have checked the address
        </button>
      ) : null}
      {fee ? (
        <p data-testid="headless-fee">
          Network fee at most {decimalOf({ amount: fee.most, decimals: coin.decimals })} {coin.symbol}
        </p>
      ) : null}
      {attempt.phase === 'failed' || attempt.phase === 'declined' ? (
        <p role="alert">
          {form.isHeld
            ? 'Check your wallet before trying again.'
            : attempt.phase === 'declined'
              ? 'You rejected the request. Nothing was sent.'
              : 'That did not work.'}
        </p>
      ) : null}
      <button type="submit" data-testid="headless-send" disabled={!form.isReady}>
        {attempt.phase === 'asking' ? 'Confirm in your wallet' : (lacking[form.lacks] ?? 'Send')}
      </button>
      <ul className="lines">
        {form.transactions.map(({ hash, status, meant }) => (
          <li key={hash} data-testid="headless-transaction" data-status={status}>
            <bdi>
              {decimalOf({ amount: BigInt(meant.amount), decimals: meant.decimals })} {meant.symbol}
            </bdi>
            <span>{status}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}
