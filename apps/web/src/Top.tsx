import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

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
