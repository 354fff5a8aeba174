import type { ReactNode } from 'react'

/** A word next to a name that gives its kind. */
export function Tag({ children, tone = 'quiet' }: { children: ReactNode; tone?: 'quiet' | 'accent' | 'caution' }) {
  return <bdi className={`tag tag-${tone}`}>{children}</bdi>
}
