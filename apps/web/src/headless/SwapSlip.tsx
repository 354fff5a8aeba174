import { decimalOf } from '@billfold/protocol/decimalOf'
import { type SwapAsk, type SwapAsset, type UseAppKitSwapReturn, useAppKitSwap } from '@billfold/react/headless'

const promptTexts: Record<SwapAsk, string> = {
  reset: 'reset the old approval',
  approve: 'approve the amount',
  sign: 'sign the permission',
  swap: 'confirm the swap',
  all: 'approve and swap in one',
}

/** Exchanges one token for another: amount, tokens, minimum received, the wallet prompts, and one button. */
export function SwapSlip() {
  const form = useAppKitSwap()
  const { tokens, from, to, quote, attempt, asks } = form
  if (!form.canSwap) return null
  return (
    <form
      className="slip"
      aria-label="Swap"
      onSubmit={(event) => {
        event.preventDefault()
        void form.swap()
      }}
    >
      <Left form={form} />
      <TokenField label="Pay with" testId="headless-swap-from" tokens={tokens} chosen={from} onChoose={form.setFrom} />
      <label>
        Swap {from?.symbol ?? '…'}
        <input
          data-testid="headless-swap-amount"
          inputMode="decimal"
          value={form.amount}
          onChange={(event) => form.setAmount(event.target.value)}
        />
      </label>
      <TokenField label="For" testId="headless-swap-to" tokens={tokens} chosen={to} onChoose={form.setTo} />
      {quote?.toAmountMin !== undefined && to ? (
        <p data-testid="headless-swap-least">
          At least {decimalOf({ amount: BigInt(quote.toAmountMin), decimals: to.decimals })} {to.symbol}
        </p>
      ) : null}
      {asks ? (
        <p data-testid="headless-swap-asks" data-asks={asks.join(' ')}>
          Your wallet will ask {form.mayAskLess ? 'at most ' : ''}
          {asks.length === 1 ? 'once' : `${asks.length} times`}: {asks.map((ask) => promptTexts[ask]).join(', then ')}.
        </p>
      ) : null}
      {form.agreements > 0 ? <p role="alert">The price is poor: swap less at a time.</p> : null}
      {attempt.phase === 'failed' || attempt.phase === 'declined' ? (
        <p role="alert">
          {form.isHeld ? 'Check your wallet before trying again.' : 'That did not work. Nothing was swapped.'}
        </p>
      ) : null}
      <button type="submit" data-testid="headless-swap" disabled={!form.isReady || form.agreements > 0}>
        Swap
      </button>
      <ul className="lines">
        {form.transactions.map(({ hash, status }) => (
          <li key={hash} data-testid="headless-swap-transaction" data-status={status}>
            <span>Swap</span>
            <span>{status}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** The interrupted swap after a reload: its status, and the next step. */
function Left({ form: { left, continueLeft, dismissLeft } }: { form: UseAppKitSwapReturn }) {
  if (!left) return null
  const { state, from, to, units, isUnsure, canContinue } = left
  const words = {
    approving: 'was waiting for your approval',
    pending: 'is being approved',
    approved: 'is approved and not yet swapped',
    asking: 'was waiting in your wallet',
  }[state]
  return (
    <div role="status" className="left" data-testid="headless-swap-left" data-state={state}>
      <p>
        Your swap of {decimalOf({ amount: units, decimals: from.decimals })} {from.symbol} for {to.symbol} {words}.
        {isUnsure ? ' Check your wallet before trying again.' : ''}
      </p>
      {canContinue ? (
        <button type="button" onClick={continueLeft}>
          Continue
        </button>
      ) : null}
      <button type="button" onClick={dismissLeft}>
        Dismiss
      </button>
    </div>
  )
}

type FieldProps = {
  label: string
  testId: string
  tokens: readonly SwapAsset[]
  chosen: SwapAsset | undefined
  onChoose: (token: SwapAsset) => void
}

/** The chain's native coin has no address: it is `coin` here. */
function TokenField({ label, testId, tokens, chosen, onChoose }: FieldProps) {
  const idOf = ({ address }: SwapAsset) => address ?? 'coin'
  return (
    <label>
      {label}
      <select
        data-testid={testId}
        value={chosen ? idOf(chosen) : ''}
        onChange={({ target: { value } }) => {
          const token = tokens.find((each) => idOf(each) === value)
          if (token) onChoose(token)
        }}
      >
        {chosen ? null : <option value="">Choose a token</option>}
        {tokens.map((token) => (
          <option key={idOf(token)} value={idOf(token)}>
            {token.symbol}
          </option>
        ))}
      </select>
    </label>
  )
}
