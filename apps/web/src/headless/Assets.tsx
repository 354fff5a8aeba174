import { decimalOf } from '@billfold/protocol/decimalOf'
import { useAppKitActivity, useAppKitBalances } from '@billfold/react/headless'

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** The account's assets, and its recent activity. */
export function Assets() {
  const { balances, total, isLoading, error } = useAppKitBalances()
  const { activity } = useAppKitActivity()
  return (
    <section className="slip" aria-label="Balances">
      <h2 data-testid="headless-total">{total === undefined ? 'Balance' : dollars.format(total)}</h2>
      {isLoading ? <p role="status">Counting…</p> : null}
      {error ? <p role="alert">Balances are unavailable right now.</p> : null}
      <ul className="lines">
        {balances.map((token) => (
          <li key={token.address ?? 'coin'} data-testid={`headless-token-${token.symbol}`}>
            <span>{token.name}</span>
            <bdi>
              {decimalOf(token)} {token.symbol}
            </bdi>
          </li>
        ))}
      </ul>
      {activity.length > 0 ? (
        <p data-testid="headless-activity">
          Last: {activity[0]?.operation}, {activity[0]?.status}
        </p>
      ) : null}
    </section>
  )
}
