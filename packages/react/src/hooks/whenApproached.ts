const signs = ['pointerover', 'pointerdown', 'focusin'] as const

/** Runs something when a hand or the focus comes to one of the kit's places in the page; the returned function calls it off. */
export function whenApproached(document: Document, run: () => void): () => void {
  const look = ({ target }: globalThis.Event) => {
    if (target instanceof Element && target.closest('[data-billfold-host]')) run()
  }
  for (const sign of signs) document.addEventListener(sign, look, { capture: true, passive: true })
  return () => {
    for (const sign of signs) document.removeEventListener(sign, look, { capture: true })
  }
}
