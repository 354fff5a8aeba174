import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

/** Nothing here: one line that teaches, one thing to do. */
export function EmptyState({
  icon,
  title,
  text,
  children,
  testId,
}: {
  icon: IconName
  title: string
  text?: string | undefined
  children?: ReactNode
  testId?: string
}) {
  return (
    <div className="empty" data-testid={testId}>
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      {text ? <p className="empty-text">{text}</p> : null}
      {children}
    </div>
  )
}
