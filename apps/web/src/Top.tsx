import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

/** The line at the top of every page: whose it is, and what belongs to this page. */
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
