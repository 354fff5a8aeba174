import type { ReactNode } from 'react'
import { LanguageSwitch } from './language/LanguageSwitch.tsx'
import { useSiteWords } from './language/useSiteWords.ts'

type Props = {
  /** The page's own parts: beside the links, or under them in a narrow window. */
  children?: ReactNode
  /** Off on pages with a language control of their own. */
  hasLanguage?: boolean
}

/** The bar at the top of every page: the brand, the links that every page has, and the page's own parts. */
export function Top({ children, hasLanguage = false }: Props) {
  const words = useSiteWords()
  const links = [
    ['/docs', words.docs],
    ['/gallery', words.gallery],
    ['/playground', words.playground],
  ] as const
  return (
    <header className="top">
      <div className="top-line">
        <a className="brand" href="/" aria-label={words.home}>
          <Mark />
          <span>Billfold</span>
        </a>
        <nav className="top-links" aria-label={words.pages}>
          {links.map(([path, name]) => (
            <a
              key={path}
              className="top-link"
              href={path}
              aria-current={location.pathname === path ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        {hasLanguage && <LanguageSwitch />}
      </div>
      {children && <div className="top-end">{children}</div>}
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
