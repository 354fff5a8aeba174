import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

export type RingState = 'waiting' | 'done' | 'failed' | 'caution' | 'still'

/** How it ended is a sign, not only a color. */
const marks: Partial<Record<RingState, IconName>> = { done: 'check', failed: 'close', caution: 'exclaim' }

/**
 * A pending action's icon, in a ring that spins while pending, closes on success, breaks on failure, and turns to a
 * warning on a problem.
 */
export function Ring({
  state,
  size = 96,
  round,
  children,
}: {
  state: RingState
  size?: number
  /** Around something round. */
  round?: boolean
  children: ReactNode
}) {
  const corner = round ? 46 : 28
  const mark = marks[state]
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
      {mark ? (
        <span className="ring-mark">
          <Icon name={mark} size={16} />
        </span>
      ) : null}
    </span>
  )
}
