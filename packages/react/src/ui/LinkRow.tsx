import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

/** A row that leaves the page in a new tab. */
export function LinkRow({
  icon,
  title,
  href,
  testId,
}: {
  icon: IconName
  title: string
  href: string
  testId?: string
}) {
  return (
    <a className="row" href={href} target="_blank" rel="noreferrer noopener" data-testid={testId}>
      <span className="row-lead row-icon">
        <Icon name={icon} />
      </span>
      <span className="row-text">
        <span className="row-title">{title}</span>
      </span>
      <Icon name="external" size={16} />
    </a>
  )
}
