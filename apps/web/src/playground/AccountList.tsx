import type { ReactNode } from 'react'

type PartProps = { title: string; isLoading: boolean; isAway: boolean; onAgain: () => void; children: ReactNode }

/** A titled part of the account, with its loading and error states. */
export function AccountList({ title, isLoading, isAway, onAgain, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {isAway && (
        <p role="alert">
          The server did not respond.{' '}
          <button type="button" className="button button-quiet" onClick={onAgain}>
            Try again
          </button>
        </p>
      )}
      {isLoading && !isAway ? <p role="status">Loading…</p> : children}
    </section>
  )
}
