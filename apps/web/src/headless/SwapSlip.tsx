import { decimalOf } from '@billfold/protocol/decimalOf'
import { useAppKitSwap } from '@billfold/react/headless'

/** Exchanges the coin for a token: how much, for what, what it gives at least, and one button. */
export function SwapSlip() {
  const form = useAppKitSwap()
  const { tokens, from, to, quote, attempt } = form
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
      <label>
        Swap {from?.symbol ?? '…'}
        <input
          data-testid="headless-swap-amount"
          inputMode="decimal"
          value={form.amount}
          onChange={(event) => form.setAmount(event.target.value)}
        />
      </label>
      <label>
        For
        <select
          data-testid="headless-swap-to"
          value={to?.address ?? ''}
          onChange={(event) => {
            const chosen = tokens.find(({ address }) => address === event.target.value)
            if (chosen) form.setTo(chosen)
          }}
        >
          <option value="">Choose a token</option>
          {tokens
            .filter(({ address }) => address !== undefined)
            .map(({ address, symbol }) => (
              <option key={address} value={address}>
                {symbol}
              </option>
            ))}
        </select>
      </label>
      {quote?.toAmountMin !== undefined && to ? (
        <p data-testid="headless-swap-least">
          At least {decimalOf({ amount: BigInt(quote.toAmountMin), decimals: to.decimals })} {to.symbol}
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
