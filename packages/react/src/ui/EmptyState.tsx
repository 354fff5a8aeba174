import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

/** Nothing here: one line that teaches, one thing to do. */
export function EmptyState({
  icon,
  drawing,
  title,
  text,
  children,
  testId,
}: {
  icon: IconName
  /** In place of the icon: nothing failed, there is nothing yet. */
  drawing?: ReactNode
  title: string
  text?: string | undefined
  children?: ReactNode
  testId?: string
}) {
  return (
    <div className="empty" data-testid={testId}>
      {drawing ?? (
        <span className="empty-icon">
          <Icon name={icon} />
        </span>
      )}
      <p className="empty-title">{title}</p>
      {text ? <p className="empty-text">{text}</p> : null}
      {children}
    </div>
  )
}
