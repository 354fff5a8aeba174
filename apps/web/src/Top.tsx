import type { ReactNode } from 'react'

/** The bar at the top of every page: the brand, and the page's own parts. */
export function Top({ children }: { children?: ReactNode }) {
  return (
    <header className="top">
      <a className="brand" href="/" aria-label="Billfold home">
        <Mark />
        <span>Billfold</span>
      </a>
      <div className="top-end">{children}</div>
    </header>
  )
}

/** Billfold's mark: a thin wallet, folded once, with a note looking out. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M5 5.5V4.2c0-.66.54-1.2 1.2-1.2h7.6c.66 0 1.2.54 1.2 1.2V5.5" />
      <path d="M2.5 7.5c0-1.1.9-2 2-2h11c1.1 0 2 .9 2 2v7.5c0 1.1-.9 2-2 2h-11c-1.1 0-2-.9-2-2z" />
      <path d="M10 5.5V17" />
      <path d="M13.25 11.25h1.75" />
    </svg>
  )
}
