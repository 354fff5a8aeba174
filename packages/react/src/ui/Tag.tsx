import type { ReactNode } from 'react'

/** A word beside a name that says what kind of thing it is. */
export function Tag({ children, tone = 'quiet' }: { children: ReactNode; tone?: 'quiet' | 'accent' | 'caution' }) {
  return <bdi className={`tag tag-${tone}`}>{children}</bdi>
}
