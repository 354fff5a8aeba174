/** In place of the local network's state if its code failed to load: the rest of the page works. */
export function NetworkMissing() {
  return (
    <section className="card network" aria-labelledby="missing-title" data-testid="network-missing">
      <header className="card-head">
        <h2 id="missing-title">Local network</h2>
      </header>
      <p role="status">This section couldn’t load. The rest of the page still works.</p>
      <div className="network-again">
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload page
        </button>
      </div>
    </section>
  )
}
