/** In place of the swap if its code failed to load: the rest of the page works. */
export function SwapMissing() {
  return (
    <section className="swaps" aria-labelledby="swaps-title" data-testid="swap-missing">
      <h2 id="swaps-title">A real swap, step by step</h2>
      <p className="swap-note" role="status">
        This section couldn’t load. The rest of the page still works.
      </p>
      <div>
        <button type="button" className="button button-quiet" onClick={() => location.reload()}>
          Reload page
        </button>
      </div>
    </section>
  )
}
