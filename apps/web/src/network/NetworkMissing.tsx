/** Stands where the local network's state would, if the code that draws it could not be fetched: the rest of the page works. */
export function NetworkMissing() {
  return (
    <section className="card network" aria-labelledby="missing-title" data-testid="network-missing">
      <header className="card-head">
        <h2 id="missing-title">Local network</h2>
      </header>
      <p role="status">This part of the page could not be fetched. Everything else on it works.</p>
      <div className="network-again">
        <button type="button" className="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </div>
    </section>
  )
}
