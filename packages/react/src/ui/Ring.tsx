import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

/** What is waited for, in a ring that draws itself while waiting, closes when done and breaks when it failed. */
export function Ring({
  state,
  size = 96,
  round,
  children,
}: {
  state: 'waiting' | 'done' | 'failed' | 'still'
  size?: number
  /** Around something round. */
  round?: boolean
  children: ReactNode
}) {
  const corner = round ? 46 : 28
  return (
    <span
      className={classNames('ring', `ring-${state}`, round && 'ring-round')}
      style={{ inlineSize: size, blockSize: size }}
    >
      <svg className="ring-line" viewBox="0 0 96 96" fill="none" aria-hidden="true">
        <rect className="ring-track" x="2" y="2" width="92" height="92" rx={corner} />
        <rect className="ring-stroke" x="2" y="2" width="92" height="92" rx={corner} pathLength="100" />
      </svg>
      {children}
    </span>
  )
}
