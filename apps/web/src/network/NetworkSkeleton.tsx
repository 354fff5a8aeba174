/** The network card's shape before its data. */
export function NetworkSkeleton({ note = 'Looking for the local network…' }: { note?: string }) {
  return (
    <section className="card network" aria-label="Local network">
      <header className="card-head">
        <h2>Local network</h2>
      </header>
      <div className="bone bone-figure" />
      <div className="bone bone-line" />
      <div className="bone bone-row" />
      <div className="bone bone-row" />
      <div className="bone bone-row" />
      <p className="quiet" role="status">
        {note}
      </p>
    </section>
  )
}
