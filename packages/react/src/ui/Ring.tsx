import type { ReactNode } from 'react'

/** What is waited for, in a ring that draws itself while waiting, closes when done and breaks when it failed. */
export function Ring({
  state,
  size = 96,
  children,
}: {
  state: 'waiting' | 'done' | 'failed' | 'still'
  size?: number
  children: ReactNode
}) {
  return (
    <span className={`ring ring-${state}`} style={{ inlineSize: size, blockSize: size }}>
      <svg className="ring-line" viewBox="0 0 96 96" fill="none" aria-hidden="true">
        <rect className="ring-track" x="2" y="2" width="92" height="92" rx="28" />
        <rect className="ring-stroke" x="2" y="2" width="92" height="92" rx="28" pathLength="100" />
      </svg>
      {children}
    </span>
  )
}
