import { formatAge } from '../formatAge.ts'
import { useNow } from '../useNow.ts'

/** Says that the local network does not respond, and what to do; the page reconnects by itself. */
export function NetworkAway({ since, manifestUrl }: { since: number; manifestUrl: string }) {
  const now = useNow()
  return (
    <section className="card network" aria-labelledby="away-title" data-testid="network-away">
      <header className="card-head">
        <h2 id="away-title">Local network</h2>
        <p className="wire wire-silent">Offline</p>
      </header>
      <p className="away-lead" role="status">
        The local network isn’t running.
      </p>
      <p>To start it and reconnect, run this in the repository root:</p>
      <pre className="command">
        <code>npm start</code>
      </pre>
      <p className="quiet">
        Asked at <code>{new URL(manifestUrl).host}</code>, last heard {formatAge(Math.max(0, now - since))}. No money is
        affected: balances live on the chains, not on this page.
      </p>
    </section>
  )
}
